import type { Chat } from '#src/contract/chats.ts'
import { useDeviceNow } from '../use-now.ts'
import { readOutgoingFile } from '#src/db/outbox/files.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { formatClock } from '#src/domain/formatting.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { LanePlace } from '#src/domain/outbox/words.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { useProgress } from '#src/lib/progress-context.ts'
import { OutgoingFile } from './attachments.tsx'
import { describeUnsent } from '../unsent/describe-unsent.ts'
import styles from './message-item.module.css'
import { MessageText } from './message-text.tsx'
import { useObjectAddress } from '../use-file.ts'
import { WaysOutLine } from '../unsent/ways-out.tsx'

interface OperationItemProps {
  operation: Operation
  place: LanePlace
  serverChat: Chat | null
}

/** Something unsent, drawn in the place it will have (O6), with its state in words and its ways out (O9). */
export function OperationItem({ operation, place, serverChat }: OperationItemProps) {
  const now = useDeviceNow()
  const connection = useConnection()
  const me = useWorkspace().user
  const view = describeUnsent(operation, place, { serverChat, me, now })
  const state = view.needsPerson ? 'person' : operation.state === 'sent' ? 'sent' : 'waiting'
  const share = useProgress(operation.id)
  const aside =
    operation.state === 'sending' && operation.kind === 'upload' && share !== undefined
      ? `${Math.round(share * 100)} %`
      : operation.state === 'queued' && connection.kind === 'offline'
        ? `offline since ${formatClock(connection.since)}`
        : formatClock(operation.createdAt)
  const line = <WaysOutLine operation={operation} view={view} serverChat={serverChat} aside={aside} />
  if (operation.kind !== 'send' && operation.kind !== 'upload') {
    return (
      <div className={styles.event} data-state={state}>
        {line}
      </div>
    )
  }
  return (
    <div className={styles.message} data-side="staff" data-state={state}>
      <span className="visually-hidden">You: </span>
      {operation.kind === 'send' ? (
        // What is shown is what will be sent.
        <div className={styles.bubble} translate="no">
          <MessageText text={operation.payload.text} />
        </div>
      ) : (
        <QueuedFile id={operation.id} {...operation.payload} />
      )}
      {line}
    </div>
  )
}

function QueuedFile({ id, name, type, size }: { id: string; name: string; type: string; size: number }) {
  const workspace = useWorkspace()
  const row = useLive(workspace, `outgoing:${id}`, () => readOutgoingFile(workspace.outbox, id))
  const address = useObjectAddress(row?.bytes, row?.type)
  return <OutgoingFile name={name} address={address} isImage={type.startsWith('image/')} size={size} />
}
