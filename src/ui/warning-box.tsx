import type { ReactNode } from 'react'
import styles from './warning-box.module.css'

interface WarningBoxProps {
  /** `status`: it is read out as it comes. */
  role?: 'status'
  children: ReactNode
}

/** Something that does not work as it should, where it matters on the screen, with its way out beside it. */
export function WarningBox({ role, children }: WarningBoxProps) {
  return (
    <div className={styles.box} role={role}>
      {children}
    </div>
  )
}
