import { Menu } from '@mantine/core'
import { useState } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { explainFailure } from '#src/actions/explain-failure.ts'
import type { UnsentChoice } from '#src/db/session/pending-clearings.ts'
import { THEME_CHOICES, type ThemeChoice } from '#src/actions/settings.ts'
import { readHandover, type HandoverRow } from '#src/db/handover.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { ScreenLink } from '#src/ui/address-link.tsx'
import type { MenuButton } from '#src/ui/deferred-menu.tsx'
import { MenuFrame } from '#src/ui/menu-frame.tsx'
import { SignOutDialog, type Handover } from './sign-out-dialog.tsx'
import { SignOutProblem } from './sign-out-problem.tsx'

const THEME_LABELS: Record<ThemeChoice, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

interface AccountMenuProps {
  button: MenuButton
  /** Whether the browser promised to keep this device's data; null where it was not asked (D7). */
  isPersisted: boolean | null
  theme: ThemeChoice
  onTheme(choice: ThemeChoice): void
  onSignOut(choice: UnsentChoice): Promise<void>
  /** Draws what a sign-out would leave behind. */
  handover: Handover
  /** The way to other screens, first of all. */
  way: Elements
  /** What else this person may choose. */
  children: Elements
}

/** Who is signed in, what they may choose, and the way out: with something left behind it asks first (D8). */
export function AccountMenu(props: AccountMenuProps) {
  const { button, isPersisted, theme, onTheme, onSignOut, handover, way, children } = props
  const workspace = useWorkspace()
  const [asked, setAsked] = useState<HandoverRow[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function leave() {
    setProblem(null)
    try {
      const found = await readHandover(workspace)
      if (found.length > 0) setAsked(found)
      else await onSignOut('keep')
    } catch (error) {
      setProblem(explainFailure(error))
    }
  }

  return (
    <>
      <MenuFrame button={button} position="bottom-end" width={260}>
        {way}
        {children}
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={theme} onChange={(value) => onTheme(readChoice(value))}>
          {THEME_CHOICES.map((choice) => (
            <Menu.RadioItem key={choice} value={choice}>
              {THEME_LABELS[choice]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{`Signed in as ${workspace.user.name} (${workspace.user.username})`}</Menu.Label>
        {isPersisted !== null && (
          <Menu.Label>
            {isPersisted
              ? 'This device keeps what is stored.'
              : 'The browser may clear what is stored when space runs out.'}
          </Menu.Label>
        )}
        <Menu.Item component={ScreenLink} to="/alerts">
          Alerts on this device
        </Menu.Item>
        <Menu.Item component={ScreenLink} to="/device">
          This device
        </Menu.Item>
        <Menu.Item onClick={() => void leave()}>Sign Out</Menu.Item>
      </MenuFrame>
      {problem !== null && (
        <SignOutProblem problem={problem} onRetry={() => void leave()} onClose={() => setProblem(null)} />
      )}
      {asked !== null && (
        <SignOutDialog
          found={asked}
          handover={handover}
          onSignOut={onSignOut}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}

function readChoice(value: string): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === value) ?? 'system'
}
