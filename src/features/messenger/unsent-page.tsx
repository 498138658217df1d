import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describeChannel, nameGuest } from '#src/domain/chats/names.ts'
import { formatSpan, formatTimestamp } from '#src/domain/formatting.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { discardDraft } from '#src/actions/save-draft.ts'
import { saveTicketDraft } from '#src/actions/save-ticket.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'
import { Button } from '#src/ui/button.tsx'
import { describeUnsent } from './describe-unsent.ts'
import { WHOLE_LIST } from './search.ts'
import styles from './unsent-page.module.css'
import { useDeviceNow } from './use-now.ts'
import { useUnsent, type UnsentDraft, type UnsentGroup } from './use-unsent.ts'
import { WaysOutLine } from './ways-out.tsx'

/** The one place for everything that is not sent yet, with its age, its reason and its ways out (O9); what else waits below. */
export function UnsentPage({ children }: { children: ReactNode }) {
  const groups = useUnsent()
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <h1>Unsent</h1>
        <p className={styles.lead}>What you wrote and decided here that the hotel does not have yet.</p>
        {groups?.length === 0 && <p className={styles.empty}>Nothing waits. Everything has been sent.</p>}
        {groups?.map((group) => (
          <Group key={group.chatId} group={group} />
        ))}
        {children}
      </div>
    </main>
  )
}

function Group({ group: { chatId, chat, operations, drafts } }: { group: UnsentGroup }) {
  const now = useDeviceNow()
  const me = useWorkspace().user
  const name = chat ? nameGuest(chat) : 'A chat that is not on this device'
  return (
    <section className={styles.group} aria-label={name}>
      <h2>
        <Link to="/messenger/$chatId" params={{ chatId }} search={WHOLE_LIST}>
          {name}
        </Link>
        {chat && <span>{describeChannel(chat.source).long}</span>}
      </h2>
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
            <DraftWays chatId={chatId} isTicket={draft.isTicket} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function DraftWays({ chatId, isTicket }: { chatId: string; isTicket: boolean }) {
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
      <Link
        to="/messenger/$chatId"
        params={{ chatId }}
        search={isTicket ? { ...WHOLE_LIST, panel: 'guest' } : WHOLE_LIST}
        className={styles.link}
      >
        Go on writing
      </Link>
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
