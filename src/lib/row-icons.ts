/** The drawings of a chat's row, as attributes of a path: the worker draws rows too, and has no React (W6). */
export const ROW_ICONS = {
  pause: { d: 'M6 4.500h2.700v11H6zM11.3 4.500H14v11h-2.700z', fill: 'currentColor', stroke: 'none' },
  play: { d: 'M6.5 4.200v11.600L16 10z', fill: 'currentColor', stroke: 'none' },
  chat: { d: 'M3.5 4.500h13v9h-7l-3.5 3v-3h-2.500z' },
} as const
