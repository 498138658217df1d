import type { ThemeChoice } from '#src/actions/settings.ts'

/** What tells whether the system has night. */
export const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)'

/**
 * Shows the page in the chosen theme, or as the system does: theme.css reads the attribute. The browser's own bars follow
 * by whichever of the two `theme-color` elements holds, and Mantine's controls, which can't ask the system by themselves, by
 * an attribute of theirs.
 */
export function applyTheme(choice: ThemeChoice, page: Document = document): void {
  const { dataset } = page.documentElement
  if (choice === 'system') delete dataset.theme
  else dataset.theme = choice
  dataset.mantineColorScheme = choice === 'system' ? readSystem() : choice
  for (const scheme of ['light', 'dark'] as const) {
    const meta = page.querySelector(`meta[name="theme-color"][data-scheme="${scheme}"]`)
    meta?.setAttribute('media', describeMedia(choice, scheme))
  }
}

function readSystem(): 'light' | 'dark' {
  return window.matchMedia(SYSTEM_IS_DARK).matches ? 'dark' : 'light'
}

function describeMedia(choice: ThemeChoice, scheme: 'light' | 'dark'): string {
  if (choice === 'system') return `(prefers-color-scheme: ${scheme})`
  return choice === scheme ? 'all' : 'not all'
}
