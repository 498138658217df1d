import type { ThemeChoice } from '#src/actions/settings.ts'

/**
 * Shows the page in the chosen theme, or as the system does: theme.css reads the attribute. The browser's own bars follow
 * by whichever of the two `theme-color` elements holds.
 */
export function applyTheme(choice: ThemeChoice, page: Document = document): void {
  if (choice === 'system') delete page.documentElement.dataset.theme
  else page.documentElement.dataset.theme = choice
  for (const scheme of ['light', 'dark'] as const) {
    const meta = page.querySelector(`meta[name="theme-color"][data-scheme="${scheme}"]`)
    meta?.setAttribute('media', describeMedia(choice, scheme))
  }
}

function describeMedia(choice: ThemeChoice, scheme: 'light' | 'dark'): string {
  if (choice === 'system') return `(prefers-color-scheme: ${scheme})`
  return choice === scheme ? 'all' : 'not all'
}
