import type { UnsentElsewhere } from '#src/db/unsent-elsewhere.ts'
import type { EnvironmentView } from '#src/lib/environment.ts'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { describeCounts } from './describe-elsewhere.ts'
import styles from './unsent-elsewhere.module.css'
import { useUnsentElsewhere } from './use-unsent-elsewhere.ts'

interface UnsentElsewhereListProps {
  environments: {
    all: readonly EnvironmentView[]
    fallback: EnvironmentView | null
    switchTo(key: string): boolean
  }
  /** Whether this person may change the environment (specification section 6). */
  canSwitch: boolean
  read(): Promise<UnsentElsewhere[]>
}

/** What waits in other environments on this device: how much and where, never what it says. Nothing where nothing does. */
export function UnsentElsewhereList({ environments, canSwitch, read }: UnsentElsewhereListProps) {
  const found = useUnsentElsewhere(read)
  const [isRefused, setRefused] = useState(false)
  if (found.length === 0) return null
  return (
    <section className={styles.elsewhere} aria-label="In other environments">
      <h2>In other environments</h2>
      {isRefused && (
        <p className={styles.problem} role="alert">
          This browser does not keep the choice. Allow it to store data for this page.
        </p>
      )}
      <ul>
        {found.map((counts) => {
          const place = environments.all.find(({ origin }) => origin === counts.origin)
          const label = place?.label ?? new URL(counts.origin).host
          return (
            <li key={counts.origin}>
              <span>{`${describeCounts(counts)} in ${label}`}</span>
              {place && canSwitch ? (
                <Button
                  aria-label={`Go there: ${label}`}
                  onClick={() => setRefused(!environments.switchTo(place.key))}
                >
                  Go there
                </Button>
              ) : (
                <span className={styles.how}>
                  {describeWay(label, place?.key === environments.fallback?.key)}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** How somebody who may not switch gets there. */
function describeWay(label: string, isOffered: boolean): string {
  return isOffered
    ? `It goes out from there: sign out here, then choose “Use ${label} instead”.`
    : `It goes out when you sign in to ${label} again.`
}
