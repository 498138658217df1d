import { useMemo, useRef, useState } from 'react'
import { saveTicketDraft, type TicketForm } from '#src/actions/save-ticket.ts'
import { readTicketDraft } from '#src/db/outbox/ticket-drafts.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { useKeptDraft, type DraftPlace, type KeptDraft } from '../use-kept-draft.ts'

export const EMPTY_TICKET: TicketForm = { queueId: '', description: '' }

export interface TicketDraft extends KeptDraft<TicketForm> {
  /** Whether what is shown is on the device as it is. */
  isKept: boolean
}

/** A chat's half-written ticket. */
export function useTicketDraft(chatId: string): TicketDraft {
  const workspace = useWorkspace()
  const [isKept, setKept] = useState(true)
  const newest = useRef(0)
  const place = useMemo(() => {
    const form = placeForm(workspace, chatId)
    return {
      ...form,
      async save(ticket: TicketForm, at: number) {
        newest.current = at
        setKept(false)
        await form.save(ticket, at)
        if (at === newest.current) setKept(true)
      },
    }
  }, [workspace, chatId])
  return { ...useKeptDraft(place), isKept }
}

function placeForm(workspace: Workspace, chatId: string): DraftPlace<TicketForm> {
  return {
    key: `ticket-draft:${chatId}`,
    empty: EMPTY_TICKET,
    async read() {
      const row = await readTicketDraft(workspace.outbox, chatId)
      if (!row) return undefined
      const { queueId, description, updatedAt } = row
      return { value: { queueId, description }, updatedAt }
    },
    save: (ticket, at) => saveTicketDraft(workspace, chatId, ticket, at),
    isSame: (one, other) => one.queueId === other.queueId && one.description === other.description,
    join: (kept, typed) => ({
      queueId: typed.queueId || kept.queueId,
      description: kept.description + typed.description,
    }),
  }
}
