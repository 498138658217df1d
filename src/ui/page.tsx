import type { ReactNode, Ref } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** What the page is for, in one sentence. */
  lead?: ReactNode
  /** What stands beside the title, in a few words. */
  beside?: ReactNode
  /** `narrow`: for what is read rather than scanned; `wide`: for what has columns. */
  width?: 'narrow' | 'wide'
  /** What stands beside the column where there is room, else below it. */
  aside?: Elements
  /** What scrolls. */
  ref?: Ref<HTMLElement>
  children: Elements
}

/** A screen of one column below its title, which scrolls as a whole. */
export function Page({ title, lead, beside, width, aside, ref, children }: PageProps) {
  return (
    <main className={styles.page} ref={ref}>
      <div className={styles.column} data-width={width}>
        <header className={styles.title}>
          <h1>{title}</h1>
          {beside !== undefined && <span className={styles.beside}>{beside}</span>}
        </header>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </main>
  )
}
