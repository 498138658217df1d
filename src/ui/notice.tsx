import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'

/** A whole screen that says one thing and what can be done about it. */
export function Notice({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <main className={styles.notice} role="alert">
      <Icon name="warning" size={32} />
      <h1>{title}</h1>
      <p>{children}</p>
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </main>
  )
}
