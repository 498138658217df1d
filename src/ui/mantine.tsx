import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core'
import type { Elements } from '#src/lib/elements.ts'
import { resolveVariables, theme } from './theme.ts'

/** Mantine in our colours, around a part that has controls of its. The first screen has none, and stands on theme.css alone. */
export function Mantine({ children }: { children: Elements }) {
  return (
    <MantineProvider
      theme={theme}
      // Day and night are the page's own matter (`theme-choice.ts`): Mantine has nothing to set there.
      getRootElement={() => undefined}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {/* Stays when the part goes: a menu that took it away would have the whole page styled anew. */}
      <style href="mantine-variables" precedence="mantine">
        {VARIABLES}
      </style>
      {children}
    </MantineProvider>
  )
}

/** All of Mantine's variables come from here, so that its 27 kB of defaults need not be fetched. */
const VARIABLES = describeVariables()

function describeVariables(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  return convertCssVariables(deepMerge(defaultCssVariablesResolver(whole), resolveVariables(whole)))
}
