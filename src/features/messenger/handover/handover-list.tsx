import { useContext, useState } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { passChats, returnChats, type SeenChat } from '#src/actions/take-over.ts'
import type { HandoverRow } from '#src/db/handover.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { holderKey } from '#src/domain/chats/holder.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { describeHandover, nameHandover } from './describe-handover.ts'
import styles from './handover-list.module.css'
import { MessengerLink } from '../messenger-link.tsx'
import { WHOLE_LIST } from '../search.ts'
import { UnsentItems } from '../unsent/unsent-items.tsx'
import { useDepartures } from './use-departures.ts'

const PassDialog = createDeferredPart(() => import('./pass-dialog.tsx').then((module) => module.PassDialog), {
  name: 'The list of colleagues',
  kind: 'overlay',
})

export interface HandoverListProps {
  rows: readonly HandoverRow[]
  /** One of the chats was opened. */
  onOpen(): void
}

/** What somebody would leave behind: each chat can be returned, passed on or opened, and what is unsent in it settled. */
export function HandoverList({ rows, onOpen }: HandoverListProps) {
  const workspace = useWorkspace()
  const canPass = useStore(useContext(CapabilitiesContext)).staff
  const isLive = useConnection().kind === 'live'
  const departures = useDepartures(rows)
  /** The chats that a colleague is being chosen for. */
  const [passing, setPassing] = useState<readonly string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const free = rows.filter(({ standing }) => standing === 'mine')
  const hasHeld = rows.some(({ standing }) => standing !== 'other')

  function act(action: Promise<void>) {
    setProblem(null)
    action.catch((error: unknown) => setProblem(explainFailure(error)))
  }
  const giveBack = (given: readonly HandoverRow[]) =>
    act(returnChats(workspace, given.map(toSeenChat), Date.now()))
  const pass = (given: readonly HandoverRow[]) => setPassing(given.map(({ chatId }) => chatId))

  return (
    <div className={styles.handover}>
      {hasHeld && !isLive && (
        <p className={styles.note}>
          There is no connection: a chat that you return or pass on now waits here as unsent, and stays yours
          until this device is back on the line with you signed in.
        </p>
      )}
      {free.length > 1 && (
        <div className={styles.actions}>
          <Button onClick={() => giveBack(free)}>Return all to bot</Button>
          {canPass && <Button onClick={() => pass(free)}>Pass all to…</Button>}
        </div>
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div role="status" aria-label="Handed over" className={styles.told}>
        {departures.map((words, index) => (
          <p key={index}>{words}</p>
        ))}
      </div>
      <ul aria-label="Still with you" className={styles.rows}>
        {rows.map((row) => (
          <li key={row.chatId}>
            <Row
              row={row}
              onReturn={() => giveBack([row])}
              onPass={canPass ? () => pass([row]) : null}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {passing !== null && (
        <PassDialog
          onClose={() => setPassing(null)}
          onPass={({ id, name }) => {
            setPassing(null)
            // Some may have gone while a colleague was looked for.
            const given = free.filter(({ chatId }) => passing.includes(chatId)).map(toSeenChat)
            act(passChats(workspace, given, { userId: id, name }, Date.now()))
          }}
        />
      )}
    </div>
  )
}

interface RowProps {
  row: HandoverRow
  onReturn(): void
  /** Null where this environment passes no chats on. */
  onPass: (() => void) | null
  onOpen(): void
}

function Row({ row, onReturn, onPass, onOpen }: RowProps) {
  const { chatId } = row
  const name = nameHandover(row)
  return (
    <section className={styles.row} aria-label={name}>
      <h3 dir="auto">
        <MessengerLink chatId={chatId} search={WHOLE_LIST} onClick={onOpen}>
          {name}
        </MessengerLink>
      </h3>
      <p className={styles.facts}>{describeHandover(row)}</p>
      {row.standing === 'mine' && (
        <div className={styles.actions}>
          <Button aria-label={`Return to bot: ${name}`} onClick={onReturn}>
            Return to bot
          </Button>
          {onPass !== null && (
            <Button aria-label={`Pass to…: ${name}`} onClick={onPass}>
              Pass to…
            </Button>
          )}
        </div>
      )}
      <UnsentItems group={row} onOpen={onOpen} />
    </section>
  )
}

function toSeenChat({ chatId, chat }: HandoverRow): SeenChat {
  return { chatId, holder: holderKey(chat?.user ?? null) }
}
