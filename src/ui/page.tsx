import type { ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** What the page is for, in one sentence. */
  lead?: ReactNode
  /** For what is read rather than scanned. */
  isNarrow?: boolean
  children: ReactNode
}

/** A screen of one column below its title, which scrolls as a whole. */
export function Page({ title, lead, isNarrow = false, children }: PageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.column} data-narrow={isNarrow}>
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </main>
  )
}
