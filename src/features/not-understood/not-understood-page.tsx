import { useRef, useState, useLayoutEffect } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { describeSeen } from '#src/contract/not-understood.ts'
import { useStore } from '#src/lib/use-store.ts'
import { EmptyBox, LoadingBox, UnreadBox } from '#src/ui/empty-box.tsx'
import { SourceNote } from '#src/ui/list/source-note.tsx'
import { useNow } from '#src/ui/list/use-now.ts'
import { Page } from '#src/ui/page.tsx'
import { describeCount, describeTaken } from './describe-group.ts'
import { GroupEntry } from './group-entry.tsx'
import styles from './not-understood.module.css'
import { useNotUnderstood, useSentenceCalls } from './online-queries.ts'
import { createSentenceController, leaveOut } from './sentence-controller.ts'
import { TakenNote } from './taken-note.tsx'

interface NotUnderstoodPageProps {
  /** The way to the intents. */
  tabs: Elements
  navigate(url: string): void
}

/** `/intents/not-understood`: what guests said that the bot did not understand, and what can be done about it. */
export function NotUnderstoodPage({ tabs, navigate }: NotUnderstoodPageProps) {
  const source = useNotUnderstood()
  const controller = useSentenceController(source)
  const { busy, failed, taken } = useStore(controller.state)
  const now = useNow()
  const row = source.rows?.[0]
  const groups = row?.groups ?? []
  const note = taken && <TakenNote key="taken" taken={taken} navigate={navigate} />

  return (
    <Page
      title="Not Understood"
      lead="What guests said and the bot did not understand, what is alike together. Put it into an intent, and the bot understands it after the next training."
      width="wide"
      beside={row && describeCount(row)}
    >
      {tabs}
      <SourceNote source={source} now={now} />
      {row === undefined && <NothingYet source={source} />}
      {row !== undefined && (groups.length > 0 || taken !== null) && (
        <ol className={styles.groups} aria-label="Not understood">
          {groups.map((group, place) => [
            taken?.place === place && note,
            <GroupEntry
              key={group.key}
              group={group}
              place={place}
              now={now}
              readOnly={source.readOnly}
              isBusy={busy === group.key}
              isLocked={busy !== null}
              failure={failed?.key === group.key ? failed.message : null}
              controller={controller}
              navigate={navigate}
            />,
          ])}
          {taken !== null && taken.place >= groups.length && note}
        </ol>
      )}
      {row !== undefined && groups.length === 0 && (
        <EmptyBox words="The bot understood everything, or it was dealt with. What it does not understand from now on is kept here for 90 days." />
      )}
      <p className="visually-hidden" role="status">
        {taken && describeTaken(taken)}
      </p>
    </Page>
  )
}

/** What is done about sentences; what it takes out of the list is out of it at once. */
function useSentenceController(source: ReturnType<typeof useNotUnderstood>) {
  const calls = useSentenceCalls()
  const latest = useRef(source)
  useLayoutEffect(() => {
    latest.current = source
  })
  const [controller] = useState(() =>
    createSentenceController({
      calls,
      onTaken(wordings) {
        const { rows, put, reload } = latest.current
        const row = rows?.[0]
        if (!row) return
        const total = row.total - describeSeen(wordings).count
        void put({ ...row, groups: leaveOut(row.groups, wordings), total }).then(reload)
      },
    }),
  )
  return controller
}

/** Before the first reading, or where there was none. */
function NothingYet({ source }: { source: ReturnType<typeof useNotUnderstood> }) {
  if (source.state !== 'failed') return <LoadingBox />
  const words = `What was not understood could not be read. ${source.problem ?? ''}`
  return <UnreadBox words={words} onRetry={source.reload} />
}
