import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ThemeChoice } from '#src/actions/settings.ts'
import type { Store } from '#src/lib/store.ts'
import { useStore } from '#src/lib/use-store.ts'
import { resolveVariables, theme } from '#src/ui/theme.ts'

/** Mantine in our colours, and in the theme that this browser's person chose. */
export function Themed({ choice, children }: { choice: Store<ThemeChoice>; children: ReactNode }) {
  const chosen = useStore(choice)
  return (
    // All of Mantine's variables come from here, so that its 27 kB of defaults need not be fetched.
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
    >
      {children}
    </MantineProvider>
  )
}
