import type { Chat } from '#src/contract/chats.ts'
import type { Operation, OperationKind } from '#src/domain/outbox/operation.ts'
import { WAY_OUT_LABELS, type OperationView, type WayOut } from '#src/domain/outbox/words.ts'
import { Button } from '#src/ui/button.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { useWaysOut } from './use-ways-out.ts'
import styles from './ways-out.module.css'

const Question = createDeferredPart(
  () => import('#src/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
  { name: 'The question', kind: 'overlay' },
)

interface WaysOutProps {
  operation: Operation
  view: OperationView
  serverChat: Chat | null
  /** Said where there is nothing else to say, for example since when the line is down. */
  aside?: string | null
}

/** The state of an unsent operation in words, and what the user can do about it (CONTRACT section 10). */
export function WaysOutLine({ operation, view, serverChat, aside = null }: WaysOutProps) {
  const waysOut = useWaysOut(operation, serverChat)
  const detail = waysOut.note ?? view.detail ?? aside
  return (
    <div className={styles.line} data-needs-person={view.needsPerson}>
      <span>
        <span>{view.state}</span>
        {detail !== null && <span>{` · ${detail}`}</span>}
      </span>
      {view.waysOut.length > 0 && (
        <span className={styles.ways}>
          {view.waysOut.map((way) => (
            <Button key={way} look="link" onClick={() => waysOut.take(way)}>
              {WAY_OUT_LABELS[way]}
            </Button>
          ))}
        </span>
      )}
      {waysOut.asked !== null && (
        <Question
          title={WAY_OUT_LABELS[waysOut.asked]}
          confirmLabel={WAY_OUT_LABELS[waysOut.asked]}
          onConfirm={waysOut.confirm}
          onCancel={waysOut.cancel}
        >
          {describeRisk(waysOut.asked, operation.kind)}
        </Question>
      )}
    </div>
  )
}

function describeRisk(way: WayOut, kind: OperationKind): string {
  const isTicket = kind === 'ticket'
  switch (way) {
    case 'edit':
      return isTicket
        ? 'It may already have arrived. If it has, the department will have both this ticket and what you save instead.'
        : 'It may already have arrived. If it has, the guest will see both this message and what you send instead.'
    case 'discard':
      return 'It may already have arrived. Discarding removes it from here only.'
    default:
      return isTicket
        ? 'It may already have arrived. If it has, the department will have it twice.'
        : 'It may already have arrived. If it has, the guest will see it twice.'
  }
}
