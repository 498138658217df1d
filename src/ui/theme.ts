import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeComponents,
} from '@mantine/core'
import { createElement } from 'react'
import styles from './controls.module.css'
import { Icon } from './icon.tsx'

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

/** Mantine's shades for the night, from ink to ground: those of theme.css. */
const DARK: MantineColorsTuple = [
  '#e8eaed',
  '#b1b9c3',
  '#969fa9',
  '#6b7580',
  '#3d4752',
  '#272e36',
  '#1c2228',
  '#171c21',
  '#101418',
  '#0b0e11',
]

/** px: the room that a select's arrow and a search's glass take within the field. */
const ARROW_WIDTH = 30
const GLASS_WIDTH = 38

/**
 * How each kind of control looks, wherever it stands. By name and not by component: whoever draws none of a kind does not
 * load it.
 */
const components: MantineThemeComponents = {
  InputWrapper: { classNames: { root: styles.frame } },
  Input: {
    defaultProps: { leftSectionWidth: GLASS_WIDTH },
    classNames: { wrapper: styles.wrapper, input: styles.input, section: styles.section },
  },
  NativeSelect: {
    defaultProps: {
      rightSection: createElement(Icon, { name: 'down', size: 16 }),
      rightSectionWidth: ARROW_WIDTH,
    },
  },
  Switch: {
    defaultProps: { withThumbIndicator: false },
    classNames: {
      root: styles.switch,
      body: styles.switchBody,
      input: styles.switchInput,
      track: styles.track,
      thumb: styles.thumb,
    },
    vars: () => ({
      root: {
        '--switch-width': '42px',
        '--switch-height': '24px',
        '--switch-thumb-size': '16px',
        '--switch-track-label-padding': '3px',
      },
    }),
  },
  Checkbox: {
    classNames: { root: styles.checkbox, input: styles.box, icon: styles.tick },
    vars: () => ({ root: { '--checkbox-size': 'var(--box)' } }),
  },
}

/** Mantine with the values of theme.css: the controls that load later look like those that were there first. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  colors: { teal: TEAL, dark: DARK },
  fontFamily: 'var(--font)',
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '16px', xl: '18px' },
  headings: { fontFamily: 'var(--font)' },
  defaultRadius: '10px',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
})

/** Mantine's surfaces and inks are theme.css's, which knows day and night by itself. */
export const resolveVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
  }
  return { variables: {}, light: shared, dark: shared }
}
