import { waitsForUser } from '#src/domain/outbox/operation.ts'
import { keepChat } from '#src/actions/keep-chat.ts'
import { returnToBot } from '#src/actions/take-over.ts'
import type { ThreadReading } from '#src/db/thread.ts'
import { readClockOffset } from '#src/db/mirror/meta.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Collision } from '#src/domain/chats/collision.ts'
import { holderKey } from '#src/domain/chats/holder.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { describeCollision, describeQuiet } from './describe-notices.ts'
import { MessengerLink } from '../messenger-link.tsx'
import type { MessengerSearch } from '../search.ts'
import styles from './thread-notices.module.css'
import { useDeviceNow } from '../use-now.ts'
import { useReminder } from './use-reminder.ts'
import { useTicketWork } from '../ticket/use-ticket-work.ts'

interface ThreadNoticesProps {
  chatId: string
  reading: ThreadReading
  search: MessengerSearch
  isMine: boolean
  /** What a colleague just did. */
  collision: Collision | null
  dismiss(): void
  /** Runs what was chosen, and says where it could not be kept. */
  act(action: Promise<unknown>): void
}

/** What the user should know of the open chat: a colleague's doing, a chat left lying, a ticket that was not saved. */
export function ThreadNotices(props: ThreadNoticesProps) {
  const { chatId, reading, search, isMine, collision, dismiss, act } = props

  const workspace = useWorkspace()
  const now = useDeviceNow()
  const quietMs = useReminder(chatId, reading.serverChat, isMine)
  const hasTicketTrouble = useTicketWork(chatId)?.unsent.some(({ operation: { state } }) =>
    waitsForUser(state),
  )
  const holder = holderKey(reading.chat?.user ?? null)

  async function keep() {
    const offset = await readClockOffset(workspace.mirror)
    await keepChat(workspace, chatId, Date.now() + offset)
  }

  return (
    // There before its words are, so that they are read out when they come.
    <div className={styles.notices} role="status" aria-label="About this chat">
      {collision !== null && (
        <div className={styles.notice}>
          <p dir="auto">{describeCollision(collision, now)}</p>
          <IconButton icon="close" label="Dismiss" onClick={dismiss} />
        </div>
      )}
      {quietMs !== null && (
        <div className={styles.notice} data-tone="help">
          <p>{describeQuiet(quietMs)}</p>
          <span className={styles.ways}>
            <Button onClick={() => act(returnToBot(workspace, chatId, holder, Date.now()))}>
              Return to bot
            </Button>
            <Button look="quiet" onClick={() => act(keep())}>
              Keep it
            </Button>
          </span>
        </div>
      )}
      {hasTicketTrouble && (
        <div className={styles.notice} data-tone="help">
          <p>A ticket of this chat was not saved.</p>
          <MessengerLink
            chatId={chatId}
            search={{ chatFilter: search.chatFilter, chatType: search.chatType, panel: 'guest' }}
            className={styles.link}
          >
            Show the ticket
          </MessengerLink>
        </div>
      )}
    </div>
  )
}
