import type { Delivery } from '#src/contract/deliveries.ts'
import { saveCsv } from '#src/ui/list/export/save-csv.ts'
import { LogEntry } from '#src/ui/list/log/log-entry.tsx'
import { LogSection } from '#src/ui/list/log/log-section.tsx'
import { OpenLink } from '#src/ui/list/open-link.tsx'
import { useNow } from '#src/ui/list/use-now.ts'
import styles from './alerts-page.module.css'
import { DELIVERIES } from './delivery-columns.ts'
import { describeCause, describeRecipient, describeStatus } from './describe-delivery.ts'
import { describeLimit } from './describe-limits.ts'
import { useDeliveriesReading, type Deliveries } from './online-queries.ts'

const NO_LINK =
  'Alerts carry no link to their chat, because this environment does not know its own address. The setting PUBLIC_URL gives it, such as https://console.hotel.example.'

interface DeliveryLogProps {
  log: Deliveries
  navigate(url: string): void
}

/** What became of alerts that were caused, newest first. */
export function DeliveryLog({ log, navigate }: DeliveryLogProps) {
  const now = useNow()
  const whole = useDeliveriesReading((all) => saveCsv(DELIVERIES, all))
  return (
    <LogSection
      title="Delivery log"
      log={log}
      whole={whole}
      noun={DELIVERIES.noun}
      empty="No alert was sent in the last 30 days."
      notes={log.newest?.links === false && <p className={styles.note}>{NO_LINK}</p>}
      now={now}
    >
      {(delivery) => <Entry key={delivery.id} delivery={delivery} now={now} navigate={navigate} />}
    </LogSection>
  )
}

interface EntryProps {
  delivery: Delivery
  now: number
  navigate(url: string): void
}

const TONES = { sent: 'good', failed: 'bad', waiting: 'open' } as const

function Entry({ delivery, now, navigate }: EntryProps) {
  const { at, alertName, type, status, error, isTest, isDigest } = delivery
  const link = findLink(delivery)
  return (
    <LogEntry
      badge={{
        words: describeStatus(delivery, now),
        tone: status === null ? undefined : TONES[status],
      }}
      at={at}
      now={now}
      way={
        link && (
          <OpenLink url={link.url} label={`${link.words}: ${alertName || 'this alert'}`} navigate={navigate}>
            {link.words}
          </OpenLink>
        )
      }
    >
      <p>
        <b dir="auto">{alertName || 'Alert without a name'}</b>
        <span>{isTest ? ', a test' : `: ${describeCause(delivery)}`}</span>
      </p>
      <p className={styles.note} dir="auto">
        {describeRecipient(delivery)}
      </p>
      {isDigest && (
        <p
          className={styles.note}
        >{`${type === null ? 'The limit was reached' : describeLimit(type)}: the rest came together`}</p>
      )}
      {error !== null && status !== 'sent' && <p className={styles.reason}>{writeSentence(error)}</p>}
    </LogEntry>
  )
}

/** The way to its chat, for a digest of help requests to those that are still open. */
function findLink({ chatId, isDigest, notificationType }: Delivery): { url: string; words: string } | null {
  if (chatId !== null) {
    const url = `/messenger/${encodeURIComponent(chatId)}?chatFilter=all&chatType=all`
    return { url, words: 'Open chat' }
  }
  return isDigest && notificationType === 'user_needs_help'
    ? { url: '/messenger?chatFilter=needs-help&chatType=all', words: 'Open chats' }
    : null
}

function writeSentence(words: string): string {
  const sentence = words.slice(0, 1).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
