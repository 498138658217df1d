import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { saveTicketDraft, type TicketForm } from '#src/actions/save-ticket.ts'
import { readTicketDraft } from '#src/db/outbox/ticket-drafts.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

export const EMPTY_TICKET: TicketForm = { queueId: '', description: '' }

export interface TicketDraft {
  /** Whether what was kept is read: what is filled in before would replace it unread. */
  isLoaded: boolean
  form: TicketForm
  /** The form as it is right now, before the next drawing: a second tap reads it (O1). */
  current: RefObject<TicketForm>
  /** Whether what is shown is on the device as it is. */
  isKept: boolean
  /** Why the form could not be kept; null while it is. */
  problem: string | null
  /** What the person filled in: shown and kept at once. */
  fill(form: TicketForm): void
  /** Changes what is shown only; the action that took it has changed the row. */
  show(form: TicketForm): void
}

/**
 * A chat's half-written ticket, kept as it is filled in. What another tab or 'Edit' wrote later replaces it; an answer to
 * an older state of ours does not.
 */
export function useTicketDraft(chatId: string): TicketDraft {
  const workspace = useWorkspace()
  const [form, setForm] = useState(EMPTY_TICKET)
  const [isLoaded, setLoaded] = useState(false)
  const [isKept, setKept] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef(EMPTY_TICKET)
  /** `updatedAt` of our newest write, and whether the live query has caught up with it. */
  const ours = useRef({ at: 0, isSeen: true })
  const reading = useLive(workspace, `ticket-draft:${chatId}`, async () => ({
    row: await readTicketDraft(workspace.outbox, chatId),
  }))

  const show = useCallback((next: TicketForm) => {
    current.current = next
    setForm(next)
  }, [])

  const fill = useCallback(
    (next: TicketForm) => {
      show(next)
      setKept(false)
      // Two writes within a millisecond still have an order.
      const at = Math.max(Date.now(), ours.current.at + 1)
      ours.current = { at, isSeen: next.queueId === '' && next.description === '' }
      saveTicketDraft(workspace, chatId, next, at).then(
        () => {
          setProblem(null)
          if (at === ours.current.at) setKept(true)
        },
        (error: unknown) => setProblem(explainFailure(error)),
      )
    },
    [workspace, chatId, show],
  )

  useEffect(() => {
    if (!reading) return
    setLoaded(true)
    const { row } = reading
    if (row && row.updatedAt < ours.current.at) return
    if (row && row.updatedAt === ours.current.at) {
      ours.current.isSeen = true
      return
    }
    if (!row && !ours.current.isSeen) return
    const { queueId, description } = row ?? EMPTY_TICKET
    if (queueId !== current.current.queueId || description !== current.current.description) {
      show({ queueId, description })
    }
  }, [reading, show])

  return { isLoaded, isKept, form, current, problem, fill, show }
}
