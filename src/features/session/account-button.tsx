import { useState } from 'react'
import { useLate } from '#src/lib/use-late.ts'
import { IconButton } from '#src/ui/button.tsx'
import styles from './account-button.module.css'
import type { AccountMenuProps } from './account-menu.tsx'

const loadMenu = () => import('./account-menu.tsx')

/** The header's menu. What it needs loads with the first click, which then opens it. */
export function AccountButton(props: AccountMenuProps) {
  const [asked, setAsked] = useState(0)
  const menu = useLate(loadMenu, asked)
  if (menu.state === 'ready') return <menu.value.AccountMenu {...props} />
  return (
    <div className={styles.account}>
      <IconButton
        icon="menu"
        label="Menu"
        aria-haspopup="menu"
        aria-busy={menu.state === 'loading'}
        onClick={() => setAsked(asked + 1)}
      />
      {menu.state === 'problem' && (
        <p className={styles.problem} role="alert">
          The menu could not be loaded. Try again when the connection is back.
        </p>
      )}
    </div>
  )
}
