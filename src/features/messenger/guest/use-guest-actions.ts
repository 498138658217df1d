import { useState } from 'react'
import { saveFile } from '#src/lib/save-file.ts'
import { useGuestCalls } from '../online-queries.ts'
import type { GuestMenuProps } from './guest-menu-button.tsx'

/** What became of the last thing that was chosen. */
export interface GuestOutcome {
  kind: 'busy' | 'done' | 'failed'
  message: string
}

export interface GuestActions {
  outcome: GuestOutcome | null
  /** Why nothing can be chosen just now, in words; null: it can. */
  why: string | null
  toggleBlock(): Promise<void>
  download(): Promise<void>
  remove(): Promise<void>
}

/** Does what is chosen of a guest's menu, one thing at a time. */
export function useGuestActions({
  guestId,
  name,
  isBlocked,
  onDeleted,
}: Omit<GuestMenuProps, 'button'>): GuestActions {
  const calls = useGuestCalls()
  const [outcome, setOutcome] = useState<GuestOutcome | null>(null)
  const isBusy = outcome?.kind === 'busy'

  /** Null where it failed, which is said then. */
  async function run<Done extends { kind: 'done' }>(
    doing: string,
    done: string,
    call: (guestId: string) => Promise<Done | { kind: 'failed'; message: string }>,
  ): Promise<Done | null> {
    setOutcome({ kind: 'busy', message: doing })
    const came = await call(guestId)
    if (came.kind === 'failed') {
      setOutcome({ kind: 'failed', message: came.message })
      return null
    }
    setOutcome({ kind: 'done', message: done })
    return came
  }

  return {
    outcome,
    why: calls.readOnly ?? (isBusy ? outcome.message : null),
    async toggleBlock() {
      if (isBlocked) await run('Unblocking…', `${name} can write again.`, calls.unblock)
      else await run('Blocking…', `${name} is blocked.`, calls.block)
    },
    async download() {
      const exported = await run('Reading their data…', 'The file is in your downloads.', calls.exportData)
      if (exported !== null) saveFile(exported.file, nameExport(guestId))
    },
    async remove() {
      const removed = await run('Deleting…', 'Their data is deleted.', calls.remove)
      if (removed !== null) onDeleted()
    },
  }
}

/** As the environment names it. */
function nameExport(guestId: string): string {
  return `guest-${guestId.replace(/[^\w-]/g, '_')}.json`
}
