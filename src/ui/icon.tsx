import type { ReactNode } from 'react'
import { ROW_ICONS } from '#src/lib/row-icons.ts'

/** The console's drawings, on a grid of 20. Strokes unless a shape is filled. */
const SHAPES = {
  back: <path d="m12.5 4-6 6 6 6" />,
  down: <path d="m5 8 5 5 5-5" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="m13.2 13.2 3.8 3.8" />
    </>
  ),
  menu: <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />,
  clip: (
    <path d="m15.5 9.5-5.7 5.700a3.4 3.4 0 0 1-4.8-4.800l6.2-6.200a2.3 2.3 0 0 1 3.2 3.200l-6.1 6.100a1.1 1.1 0 0 1-1.6-1.600l5.3-5.3" />
  ),
  pause: <path {...ROW_ICONS.pause} />,
  play: <path {...ROW_ICONS.play} />,
  send: <path d="M3.5 10h12M10.5 5l5 5-5 5" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  file: (
    <>
      <path d="M5 2.500h6.500l4 4V17.500H5z" />
      <path d="M11.5 2.500v4h4" />
    </>
  ),
  guest: (
    <>
      <circle cx="10" cy="7" r="3.2" />
      <path d="M3.8 17c.6-3.3 3.1-5 6.2-5s5.6 1.7 6.2 5" />
    </>
  ),
  chat: <path {...ROW_ICONS.chat} />,
  warning: (
    <>
      <path d="M10 3 1.8 16.500h16.400z" />
      <path d="M10 8v4M10 14.200v.1" />
    </>
  ),
  newline: <path d="M16 4.500v6.500H4.500M8 7.5 4.5 11 8 14.5" />,
  more: (
    <path
      d="M5 8.600a1.400 1.400 0 1 0 0 2.800 1.400 1.400 0 0 0 0-2.800M10 8.600a1.400 1.400 0 1 0 0 2.800 1.400 1.400 0 0 0 0-2.800M15 8.600a1.400 1.400 0 1 0 0 2.800 1.400 1.400 0 0 0 0-2.800"
      fill="currentColor"
      stroke="none"
    />
  ),
  next: <path d="m7.5 4 6 6-6 6" />,
  answers: (
    <>
      <path d="M3.5 4.500h13v9h-7l-3.500 3v-3H3.500z" />
      <path d="M6.500 7.700h7M6.500 10.300h4.500" />
    </>
  ),
  ticket: (
    <path d="M3 6h14v2.500a1.500 1.500 0 0 0 0 3V14H3v-2.500a1.500 1.500 0 0 0 0-3zM11.500 6v2M11.500 9.200v1.600M11.500 12v2" />
  ),
  campaign: <path d="M3.500 8v4h3l7 3.800V4.200L6.500 8zM6.500 12l1.200 4.500h2.200M16.500 8.200v3.600" />,
  branch: <path d="M3 10h4.5L12 5h5M7.5 10l4.500 5h5" />,
  slash: <path d="M12.5 3.500 7.5 16.500" />,
  download: <path d="M10 3.500v9M6.200 8.900 10 12.700l3.800-3.800M4 16.500h12" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  sound: (
    <path d="M3 8v4h3l4 3.500v-11L6 8zM12.8 7.500a3.500 3.500 0 0 1 0 5M15 5.200a6.800 6.800 0 0 1 0 9.600" />
  ),
  soundOff: <path d="M3 8v4h3l4 3.500v-11L6 8zM13 8l4 4M17 8l-4 4" />,
  cog: (
    <>
      <circle cx="10" cy="10" r="2.600" />
      <path d="M10 2.800v2.400M10 14.800v2.400M2.800 10h2.400M14.800 10h2.400M4.900 4.900l1.700 1.700M13.400 13.400l1.700 1.700M15.100 4.900l-1.700 1.700M6.600 13.400l-1.700 1.700" />
    </>
  ),
  bell: (
    <path
      d="M10 3a1.1 1.1 0 0 1 1.1 1.100v.6a6.2 6.2 0 0 1 5.1 6.100v.6H3.800v-.6a6.2 6.2 0 0 1 5.1-6.100v-.6A1.1 1.1 0 0 1 10 3M2.5 13.200h15v1.800h-15z"
      fill="currentColor"
      stroke="none"
    />
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof SHAPES

/** A drawing that says nothing by itself: the control around it has the accessible name. `size` in px. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {SHAPES[name]}
    </svg>
  )
}
