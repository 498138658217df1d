import { NativeSelect, Textarea } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useId, useRef, useState, type FormEvent } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { checkTicket, saveTicket } from '#src/actions/save-ticket.ts'
import { MAX_TICKET_CHARS } from '#src/contract/limits.ts'
import { canBeChosen } from '#src/db/mirror/reference.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Mantine } from '#src/ui/mantine.tsx'
import { toInput } from '#src/ui/to-input.ts'
import { describeLength, describePlace, explainDepartments, nameDepartment } from './describe-ticket.ts'
import styles from './ticket-form.module.css'
import { useDepartments } from '../use-reference.ts'
import { EMPTY_TICKET, useTicketDraft } from './use-ticket-draft.ts'

const ROWS = 3

interface TicketFormProps {
  chatId: string
  guestId: string | null
  guestName: string
  room: string | null | undefined
}

/** A new ticket about this chat's guest (specification section 2). What is half-written stays, also over a reload. */
export function TicketForm({ chatId, guestId, guestName, room }: TicketFormProps) {
  const workspace = useWorkspace()
  const connection = useConnection()
  const isLive = connection.kind === 'live'
  const reading = useDepartments()
  const draft = useTicketDraft(chatId)
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useRef<HTMLSelectElement>(null)
  const ids = { department: useId(), request: useId(), note: useId() }

  const departments = reading?.departments ?? []
  const form = draft.value
  const department = departments.find(({ id }) => id === form.queueId)
  const isGone = form.queueId !== '' && department === undefined && departments.length > 0
  const check = checkTicket(form)
  const place = describePlace(room, guestName)
  // Memory alone keeps nothing (D6): there what is saved must be on the wire at once.
  const isUnsafe = workspace.isMemoryOnly && !isLive
  const notes = [
    describeLength(form.description, MAX_TICKET_CHARS),
    isGone ? 'That department is no longer there: choose another.' : '',
    isUnsafe ? 'Nothing can be kept on this device: saving works only while connected.' : '',
    draft.problem === null ? '' : `This ticket is not kept. ${draft.problem}`,
  ].filter(Boolean)
  const missing = explainDepartments(reading, isLive)

  function save(event: FormEvent) {
    event.preventDefault()
    const filled = draft.current.current
    const chosen = departments.find(({ id }) => id === filled.queueId)
    if (!chosen || isUnsafe || checkTicket(filled) !== null) return
    setProblem(null)
    // Emptied before anything is awaited: a second tap finds nothing (O1).
    draft.show(EMPTY_TICKET)
    chooser.current?.focus()
    const { title, room: knownRoom } = place
    const ticket = { ...filled, queueName: nameDepartment(chosen), title, guestId, room: knownRoom, chatId }
    saveTicket(workspace, ticket, Date.now()).catch((error: unknown) => {
      draft.change(filled)
      setProblem(`Not saved. ${explainFailure(error)}`)
    })
  }

  // Both are on the device: without the departments the one that was chosen would have no name for a moment.
  if (!draft.isLoaded || !reading) return <p className={styles.place}>Loading the form…</p>
  return (
    <Mantine>
      <form className={styles.form} onSubmit={save} aria-label="New ticket">
        <p className={styles.place}>
          <bdi>{place.words}</bdi>
        </p>
        {missing !== null && <p className={styles.note}>{missing}</p>}
        <label htmlFor={ids.department}>Department</label>
        <NativeSelect
          {...toInput({ 'aria-invalid': isGone, 'aria-describedby': ids.note })}
          ref={chooser}
          id={ids.department}
          required
          value={form.queueId}
          onChange={({ currentTarget }) =>
            draft.change({ ...draft.current.current, queueId: currentTarget.value })
          }
        >
          <option value="">Choose a department</option>
          {form.queueId !== '' && department === undefined && (
            <option value={form.queueId}>The department that was chosen</option>
          )}
          {departments.map((offered) => (
            <option key={offered.id} value={offered.id} disabled={!canBeChosen(offered)}>
              {`${nameDepartment(offered)}${offered.unreadable ? ' (partly unreadable)' : ''}`}
            </option>
          ))}
        </NativeSelect>
        <label htmlFor={ids.request}>Request</label>
        <Textarea
          {...toInput({
            dir: 'auto',
            'aria-invalid': check === 'too-long',
            'aria-describedby': ids.note,
          })}
          id={ids.request}
          required
          rows={ROWS}
          value={form.description}
          onChange={({ currentTarget }) =>
            draft.change({ ...draft.current.current, description: currentTarget.value })
          }
        />
        <p id={ids.note} className={styles.bad}>
          {notes.join(' ')}
        </p>
        {draft.isKept && (form.queueId !== '' || form.description !== '') && (
          <p className={styles.kept}>Draft saved</p>
        )}
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
        <Button
          type="submit"
          look="primary"
          disabled={check !== null || department === undefined || isUnsafe}
        >
          SAVE TICKET
        </Button>
      </form>
    </Mantine>
  )
}
