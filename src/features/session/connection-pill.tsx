import { useEffect, useState } from 'react'
import { formatSpan } from '#src/domain/formatting.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { describeConnection, isDown, PORTAL_ADDRESS } from '#src/lib/connection-words.ts'
import styles from './connection-pill.module.css'
import { useLine } from './use-line.ts'

const REDRAW_MS = 30_000
const MINUTE_MS = 60_000

/** What real traffic says of the line, honestly (DESIGN section 5). */
export function ConnectionPill() {
  const connection = useConnection()
  const line = useLine()
  const now = useClock(connection.kind !== 'live')
  const words = describeConnection(connection)
  const facts = [
    line && line.unsent > 0 ? `${line.unsent} unsent` : null,
    isDown(connection) && line?.syncedAt && now - line.syncedAt >= MINUTE_MS
      ? `as of ${formatSpan(now - line.syncedAt)} ago`
      : null,
  ].filter((fact) => fact !== null)
  return (
    <div
      role="status"
      aria-label="Connection"
      // Machines translate 'Live' as what somebody does.
      translate="no"
      className={styles.pill}
      data-kind={connection.kind}
    >
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>
        {connection.kind === 'captive-portal' ? (
          <a href={PORTAL_ADDRESS} target="_blank" rel="noopener noreferrer">
            {words}
          </a>
        ) : (
          <span>{words}</span>
        )}
        {facts.length > 0 && <span>{facts.map((fact) => ` · ${fact}`).join('')}</span>}
      </span>
    </div>
  )
}

function useClock(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = window.setInterval(() => setNow(Date.now()), REDRAW_MS)
    return () => window.clearInterval(timer)
  }, [isRunning])
  return now
}
