import { useEffect, useId, useState } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { formatListTime } from '#src/domain/formatting.ts'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import styles from './add-ticket.module.css'
import { describeUnsent } from '../unsent/describe-unsent.ts'
import { useDeviceNow } from '../use-now.ts'
import { useTicketWork, type TicketWork } from './use-ticket-work.ts'
import { WaysOutLine } from '../unsent/ways-out.tsx'

const TicketForm = createDeferredPart(() => import('./ticket-form.tsx').then((module) => module.TicketForm), {
  name: 'The form',
  waiting: <p className={styles.loading}>Loading the form…</p>,
})

interface AddTicketProps {
  chatId: string
  guestId: string | null
  guestName: string
  room: string | null | undefined
}

/** The way to a new ticket, and what became of those that were saved here. Opens by itself on a half-written one. */
export function AddTicket(props: AddTicketProps) {
  const work = useTicketWork(props.chatId)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const hasDraft = work?.hasDraft === true
  useEffect(() => {
    if (hasDraft) setOpen(true)
  }, [hasDraft])
  return (
    <section className={styles.section}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          ADD A NEW TICKET
          <span aria-hidden="true">{isOpen ? '–' : '+'}</span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <TicketForm {...props} />}
      </div>
      <TicketStatus work={work} />
    </section>
  )
}

/** Each unsent ticket of this chat with its state and ways out (O9), and the last one that the hotel has. */
function TicketStatus({ work }: { work: TicketWork | undefined }) {
  const now = useDeviceNow()
  const me = useWorkspace().user
  const saved = work?.saved ?? null
  return (
    <div role="status" aria-label="Tickets" className={styles.status}>
      {work?.unsent.map(({ operation, place }) => (
        <div key={operation.id} className={styles.unsent}>
          {operation.kind === 'ticket' && (
            <p
              className={styles.what}
              dir="auto"
            >{`${operation.payload.queueName}: ${operation.payload.description}`}</p>
          )}
          <WaysOutLine
            operation={operation}
            view={describeUnsent(operation, place, { serverChat: null, me, now })}
            serverChat={null}
          />
        </div>
      ))}
      {saved !== null && (
        <p>
          <span className={styles.saved}>Ticket saved</span>
          <span>{` · ${saved.queueName}, ${formatListTime(saved.savedAt, now)}`}</span>
        </p>
      )}
    </div>
  )
}
