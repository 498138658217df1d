import { useId } from 'react'
import type { Delivery } from '#src/contract/deliveries.ts'
import { Button } from '#src/ui/button.tsx'
import { WarningBox } from '#src/ui/warning-box.tsx'
import { ExportWhole } from '#src/ui/list/export/export-whole.tsx'
import { describeAgo, describeAsOf, formatTip, readTime } from '#src/ui/list/nice-date.ts'
import { OpenLink } from '#src/ui/list/open-link.tsx'
import { saveCsv } from '#src/ui/list/export/save-csv.ts'
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
  const { rows, state, problem, asOf } = log
  const now = useNow()
  const id = useId()
  const whole = useDeliveriesReading((all) => saveCsv(DELIVERIES, all))
  return (
    <section className={styles.log} aria-labelledby={id}>
      <h2 id={id}>Delivery log</h2>
      {state === 'failed' && (
        <WarningBox role="status">
          <span>
            {`The log could not be read. ${problem ?? ''}` +
              (rows !== undefined && asOf !== null ? ` What you see is ${describeAsOf(asOf, now)}.` : '')}
          </span>
          <Button onClick={log.reload}>Try again</Button>
        </WarningBox>
      )}
      {rows === undefined && state === 'loading' && <p className={styles.note}>Loading...</p>}
      {log.newest?.links === false && <p className={styles.note}>{NO_LINK}</p>}
      {rows?.length === 0 && <p className={styles.note}>No alert was sent in the last 30 days.</p>}
      {rows !== undefined && rows.length > 0 && (
        <ol className={styles.entries} aria-labelledby={id}>
          {rows.map((delivery) => (
            <Entry key={delivery.id} delivery={delivery} now={now} navigate={navigate} />
          ))}
        </ol>
      )}
      {log.hasOlder && (
        <Button disabled={log.isLoadingOlder} aria-busy={log.isLoadingOlder} onClick={log.showOlder}>
          Show older
        </Button>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ExportWhole
          label="Export the whole log"
          noun={DELIVERIES.noun}
          state={whole.state}
          readOnly={log.readOnly}
          onStart={whole.start}
          onStop={whole.stop}
        />
      )}
    </section>
  )
}

interface EntryProps {
  delivery: Delivery
  now: number
  navigate(url: string): void
}

function Entry({ delivery, now, navigate }: EntryProps) {
  const { at, alertName, type, status, error, isTest, isDigest } = delivery
  const time = readTime(at)
  const link = findLink(delivery)
  return (
    <li className={styles.entry}>
      <span className={styles.badge} data-tone={status ?? 'unknown'}>
        {describeStatus(delivery, now)}
      </span>
      <div className={styles.words}>
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
      </div>
      {time !== null && (
        <time className={styles.note} dateTime={at} title={formatTip(time)}>
          {describeAgo(Math.min(time, now), now)}
        </time>
      )}
      {link !== null && (
        <OpenLink url={link.url} label={`${link.words}: ${alertName || 'this alert'}`} navigate={navigate}>
          {link.words}
        </OpenLink>
      )}
    </li>
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
