import { lazy, Suspense, useState } from 'react'
import type { UnsentChoice } from '#src/actions/session-sign-out.ts'
import { IconButton } from '#src/ui/button.tsx'

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })),
)

/** The header's menu. What it needs loads with the first click, which then opens it. */
export function AccountButton({ onSignOut }: { onSignOut(choice: UnsentChoice): Promise<void> }) {
  const [isWanted, setWanted] = useState(false)
  const button = <IconButton icon="menu" label="Menu" aria-haspopup="menu" onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu onSignOut={onSignOut} />
    </Suspense>
  )
}
