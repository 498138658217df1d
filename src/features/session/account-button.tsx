import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#src/ui/button.tsx'
import type { AccountMenuProps } from './account-menu.tsx'

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })),
)

/** The header's menu. What it needs loads with the first click, which then opens it. */
export function AccountButton(props: AccountMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = <IconButton icon="menu" label="Menu" aria-haspopup="menu" onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu {...props} />
    </Suspense>
  )
}
