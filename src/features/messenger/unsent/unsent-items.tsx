import { discardDraft } from '#src/actions/save-draft.ts'
import { saveTicketDraft } from '#src/actions/save-ticket.ts'
import type { UnsentDraft, UnsentGroup } from '#src/db/unsent.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { formatSpan, formatTimestamp } from '#src/domain/formatting.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { logger } from '#src/lib/logger.ts'
import { Button } from '#src/ui/button.tsx'
import { describeUnsent } from './describe-unsent.ts'
import { WHOLE_LIST } from '../search.ts'
import { MessengerLink } from '../messenger-link.tsx'
import styles from './unsent-items.module.css'
import { useDeviceNow } from '../use-now.ts'
import { WaysOutLine } from './ways-out.tsx'

interface UnsentItemsProps {
  group: UnsentGroup
  /** The chat was opened to go on writing. */
  onOpen?: (() => void) | undefined
}

/** What is unsent of one chat: each thing with its age, its state in words and its ways out (O9). */
export function UnsentItems({ group: { chatId, chat, operations, drafts }, onOpen }: UnsentItemsProps) {
  const now = useDeviceNow()
  const me = useWorkspace().user
  return (
    <ol>
      {operations.map(({ operation, place }) => (
        <li key={operation.id} className={styles.item}>
          <p className={styles.what}>{describeWork(operation)}</p>
          <p className={styles.age} title={formatTimestamp(operation.createdAt)}>
            {describeAge(now - operation.createdAt)}
          </p>
          <WaysOutLine
            operation={operation}
            view={describeUnsent(operation, place, { serverChat: chat, me, now })}
            serverChat={chat}
          />
        </li>
      ))}
      {drafts.map((draft) => (
        <li key={draft.isTicket ? 'ticket' : 'message'} className={styles.item}>
          <p className={styles.what}>{describeDraft(draft)}</p>
          <p className={styles.age} title={formatTimestamp(draft.updatedAt)}>
            {describeAge(now - draft.updatedAt)}
          </p>
          <DraftWays chatId={chatId} isTicket={draft.isTicket} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  )
}

interface DraftWaysProps extends Pick<UnsentItemsProps, 'onOpen'> {
  chatId: string
  isTicket: boolean
}

function DraftWays({ chatId, isTicket, onOpen }: DraftWaysProps) {
  const workspace = useWorkspace()
  const discard = () => {
    const now = Date.now()
    const empty = isTicket
      ? saveTicketDraft(workspace, chatId, { queueId: '', description: '' }, now)
      : discardDraft(workspace, chatId, now)
    return empty.catch((error: unknown) => logger.warn('a draft could not be discarded', { error }))
  }
  return (
    <div className={styles.draft}>
      <span>Draft</span>
      <MessengerLink
        chatId={chatId}
        search={isTicket ? { ...WHOLE_LIST, panel: 'guest' } : WHOLE_LIST}
        className={styles.link}
        onClick={onOpen}
      >
        Go on writing
      </MessengerLink>
      <Button look="link" onClick={() => void discard()}>
        Discard
      </Button>
    </div>
  )
}

function describeDraft({ isTicket, text, fileNames }: UnsentDraft): string {
  if (isTicket) return `Ticket: ${text}`
  return [text, ...fileNames].filter((words) => words !== '').join('\n')
}

function describeWork(operation: Operation): string {
  switch (operation.kind) {
    case 'send':
      return operation.payload.text
    case 'upload':
      return operation.payload.name
    case 'pause':
      return 'Take over'
    case 'play':
      return 'Return to bot'
    case 'resolve':
      return 'Chat resolved'
    case 'pass':
      return `Pass to ${operation.payload.name || 'a colleague'}`
    case 'ticket':
      return `Ticket for ${operation.payload.queueName}: ${operation.payload.description}`
    default:
      return 'Something that a newer version of this app wrote'
  }
}

/** A clock that was set back makes ages that say nothing. */
function describeAge(ms: number): string {
  return ms < 0 ? 'at another clock' : `${formatSpan(ms)} ago`
}
