import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Mantine's shades of the accent, from soft to deep; the accent itself is 7 by day and 4 by night (theme.css). */
const TEAL: MantineColorsTuple = [
  '#e2f0ee',
  '#c9e4e0',
  '#a3d3cd',
  '#7cc6bb',
  '#58c2b4',
  '#2d9488',
  '#177a70',
  '#0b5f59',
  '#094e49',
  '#06211e',
]

/** Mantine with the values of theme.css: the controls that load later look like those that were there first. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { teal: TEAL },
  fontFamily: 'var(--font)',
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '16px', xl: '18px' },
  headings: { fontFamily: 'var(--font)' },
  defaultRadius: '10px',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
