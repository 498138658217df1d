import type { ReactElement, ReactNode } from 'react'
import { describeAgo, formatTip, readTime } from '../nice-date.ts'
import styles from './log.module.css'

interface LogEntryProps {
  /** Where it stands. `open`: not at its end yet, or ended by a person. */
  badge: { words: string; tone: 'good' | 'bad' | 'open' | undefined }
  /** When it was, an ISO instant; what is none is not shown. */
  at: string
  now: number
  children: ReactNode
  /** The link that leads on, null where there is none; undefined: entries of this log have none. */
  way?: ReactElement | null
}

/** One entry of a log: where it stands, what is to be said of it, and how long ago it was. */
export function LogEntry({ badge, at, now, children, way }: LogEntryProps) {
  const time = readTime(at)
  return (
    <li className={styles.entry} data-has-way={way === undefined ? undefined : ''}>
      <span className={styles.badge} data-tone={badge.tone}>
        {badge.words}
      </span>
      <div className={styles.words}>{children}</div>
      {time !== null && (
        <time className={styles.note} dateTime={at} title={formatTip(time)}>
          {describeAgo(Math.min(time, now), now)}
        </time>
      )}
      {way}
    </li>
  )
}
