import { memo } from 'react'
import type { Message } from '#src/contract/chats.ts'
import { nameAgent } from '#src/domain/chats/names.ts'
import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import { formatClock, formatTimestamp } from '#src/domain/formatting.ts'
import { Attachments } from './attachments.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import { canWriteAgain, describeDelivery } from './describe-delivery.ts'
import styles from './message-item.module.css'
import { MessageText } from './message-text.tsx'

interface MessageItemProps {
  message: Message
  /** How the guest is called, for those who hear the log read out. */
  guestName: string
  me: Holder
  /** Puts the words of one that was not delivered into the draft; undefined where nobody can write here. */
  onWriteAgain?: ((text: string) => void) | undefined
}

/** One message as the environment has it. Every reading brings new rows: what says the same is not drawn again. */
export const MessageItem = memo(DrawnMessage, areSame)

function areSame(before: MessageItemProps, after: MessageItemProps): boolean {
  if (before.guestName !== after.guestName || before.me.id !== after.me.id) return false
  if (before.onWriteAgain !== after.onWriteAgain) return false
  return before.message === after.message || isSameMessage(before.message, after.message)
}

/** Texts are compared as they are: writing long ones anew costs more than anything else of it. */
function isSameMessage(before: Message, after: Message): boolean {
  return before.text === after.text && writeFacts(before) === writeFacts(after)
}

function writeFacts(message: Message): string {
  return JSON.stringify({ ...message, text: '' })
}

function DrawnMessage({ message, guestName, me, onWriteAgain }: MessageItemProps) {
  if (message.type === 'event') {
    return (
      <div className={styles.event}>
        <span>{message.text}</span> <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
      </div>
    )
  }
  const side = message.sentByGuest ? 'guest' : message.user === null ? 'bot' : 'staff'
  const author = describeAuthor(message, me)
  const delivery = describeDelivery(message, me)
  const takeUp = canWriteAgain(message, me) && onWriteAgain ? () => onWriteAgain(message.text) : undefined
  return (
    <div
      className={styles.message}
      data-side={side}
      data-state={delivery.kind === 'failed' ? 'person' : undefined}
    >
      <span className="visually-hidden">{`${side === 'guest' ? guestName : author}: `}</span>
      {message.text !== '' && (
        <div className={styles.bubble}>
          <MessageText text={message.text} />
        </div>
      )}
      <Attachments chatId={message.chatId} attachments={message.attachments} />
      {message.text === '' && message.attachments.length === 0 && (
        <div className={styles.bubble}>
          <i>Empty message</i>
        </div>
      )}
      <div className={styles.facts}>
        {side !== 'guest' && (
          <span className={side === 'bot' ? styles.bot : undefined} aria-hidden="true">
            {author}
          </span>
        )}
        <time dateTime={message.createdAt} title={formatTimestamp(message.createdAt)}>
          {formatClock(message.createdAt)}
        </time>
        {delivery.kind === 'said' && <span>{delivery.words}</span>}
        {message.unreadable && (
          <span className={styles.unreadable}>{`partly unreadable (${message.unreadable.join(', ')})`}</span>
        )}
      </div>
      {delivery.kind === 'failed' && <DeliveryLine reason={delivery.reason} onWriteAgain={takeUp} />}
    </div>
  )
}

function describeAuthor({ user, sentByGuest }: Message, me: Holder): string {
  if (sentByGuest) return 'Guest'
  if (user === null) return 'Bot'
  return isHeldBy(user, me) ? 'You' : nameAgent(user)
}
