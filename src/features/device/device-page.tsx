import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readDeviceCounts } from '#src/db/device-counts.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { describeConnection } from '#src/lib/connection-words.ts'
import type { EnvironmentView } from '#src/lib/environment.ts'
import { isNearlyFull } from '#src/lib/storage-room.ts'
import type { Store } from '#src/lib/store.ts'
import { VERSION } from '#src/lib/version.ts'
import { Page } from '#src/ui/page.tsx'
import { ClearMirror } from './clear-mirror.tsx'
import { describeClock, describeRoom, describeSync } from './describe-device.ts'
import styles from './device-page.module.css'
import { Diagnosis } from './diagnosis.tsx'
import { Persistence } from './persistence.tsx'
import { readBuild } from './read-browser.ts'
import { useRoom } from './use-room.ts'

/** Counting is costly while a whole hotel comes in. */
const COUNT_REST_MS = 1_000

interface DevicePageProps {
  environment: EnvironmentView
  /** IndexedDB was refused: nothing outlives the page (D6). */
  isMemoryOnly: boolean
  persisted: Store<boolean | null>
  /** What was read is gone: the engine is to read again. */
  onCleared(): void
}

/** What is stored on this device for this person in this environment, how it stands with the hotel, and what can be done. */
export function DevicePage({ environment, isMemoryOnly, persisted, onCleared }: DevicePageProps) {
  const workspace = useWorkspace()
  const connection = useConnection()
  const counts = useLive(workspace, 'device', () => readDeviceCounts(workspace), { restMs: COUNT_REST_MS })
  const room = useRoom(counts)
  const isLive = connection.kind === 'live'
  const clock = describeClock(counts?.clockOffset ?? null)
  const isFull = isNearlyFull(room ?? null)
  const build = readBuild()

  return (
    <Page
      title="This device"
      lead={`What Bellhop keeps here for you, ${workspace.user.name}, and how it stands with the hotel.`}
    >
      {isFull && (
        <Warning>
          This device is almost full. Send what is unsent, clear what was read below, and remove what you do
          not need from the device: photos, downloads, other apps.
        </Warning>
      )}
      {clock !== null && <Warning>{clock}</Warning>}
      {isMemoryOnly && (
        <Warning>
          This browser keeps nothing for this page: what is counted here is gone when you close it.
        </Warning>
      )}

      <section className={styles.card} aria-labelledby="device-stored">
        <h2 id="device-stored">Stored here</h2>
        <dl>
          <Fact name="Chats">{counts?.chats}</Fact>
          <Fact name="Messages">{counts?.messages}</Fact>
          <Fact name="Guest cards">{counts?.guestCards}</Fact>
          <Fact name="Files kept">{counts?.files}</Fact>
          <Fact name="Drafts">{counts?.drafts}</Fact>
          <Fact name="Files to be sent">{counts?.outgoingFiles}</Fact>
          <Fact name="Space used">
            {room !== undefined && (
              <>
                <span>{describeRoom(room)}</span>
                <span className={styles.note}>It counts everything of this address.</span>
              </>
            )}
          </Fact>
          {!isMemoryOnly && (
            <Fact name="Kept">
              <Persistence persisted={persisted} />
            </Fact>
          )}
        </dl>
      </section>

      <section className={styles.card} aria-labelledby="device-hotel">
        <h2 id="device-hotel">With the hotel</h2>
        <dl>
          <Fact name="Connection">{describeConnection(connection)}</Fact>
          <Fact name="Last read">{counts && describeSync(connection, counts.syncedAt, Date.now())}</Fact>
          <Fact name="Unsent">
            {counts && (
              <Link
                to="/unsent"
                className={styles.link}
                aria-label={`${describeThings(counts.unsent)} unsent`}
              >
                {describeThings(counts.unsent)}
              </Link>
            )}
          </Fact>
          <Fact name="Environment">
            <span>{environment.label}</span>
            {environment.origin !== null && (
              <span className={styles.note}>{new URL(environment.origin).host}</span>
            )}
          </Fact>
          <Fact name="Version">
            <span>{VERSION}</span>
            {build !== '' && <span className={styles.note}>{`build ${build}`}</span>}
          </Fact>
        </dl>
      </section>

      <section className={styles.card} aria-labelledby="device-help">
        <h2 id="device-help">When something is wrong</h2>
        {!isMemoryOnly && (
          <ClearMirror isLive={isLive} syncedAt={counts?.syncedAt ?? null} onCleared={onCleared} />
        )}
        <Diagnosis environment={environment} />
      </section>
    </Page>
  )
}

function describeThings(count: number): string {
  return count === 1 ? '1 thing' : `${count} things`
}

/** Its row has its height before the value is there. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children ?? '\u00a0'}</dd>
    </div>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning} role="status">
      {children}
    </p>
  )
}
