import { blockGuest, deleteGuest, exportGuest, unblockGuest } from '#src/api/guests.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { describeReadFailure, describeReadOnly } from '#src/online/describe-answer.ts'
import { useOnline, type Online } from '#src/online/online-context.ts'
import { useWrite } from '#src/online/use-write.ts'

const GONE = 'This guest is not there any more.'

type DoneTo = Awaited<ReturnType<ReturnType<typeof useWrite>>>
type Exported = { kind: 'done'; file: Blob } | { kind: 'failed'; message: string }

export interface GuestCalls {
  block(guestId: string): Promise<DoneTo>
  unblock(guestId: string): Promise<DoneTo>
  remove(guestId: string): Promise<DoneTo>
  exportData(guestId: string): Promise<Exported>
  /** Why none of these can be done just now, in words (O8: none of them is queued); null: they can. */
  readOnly: string | null
}

/** What is done about a guest at the environment, with what came of it in words. */
export function useGuestCalls(): GuestCalls {
  const online = useOnline()
  const block = useWrite(blockGuest, GONE)
  const unblock = useWrite(unblockGuest, GONE)
  const remove = useWrite(deleteGuest, GONE)
  const readOnly = describeReadOnly(useConnection())
  return {
    block,
    unblock,
    remove: (guestId) => removeGuest(guestId, remove, online),
    async exportData(guestId) {
      try {
        // Nothing ends it but its own stall: a person who goes to another chat waits for the file all the same.
        const { signal } = new AbortController()
        const { bytes, contentType } = await exportGuest(await online.openSession(), guestId, signal)
        return { kind: 'done', file: new Blob([bytes], { type: contentType }) }
      } catch (error) {
        return { kind: 'failed', message: describeReadFailure(error) }
      }
    },
    readOnly,
  }
}

/** The change log names every chat that went with the guest: read at once, none of them is left to be opened. */
export async function removeGuest(
  guestId: string,
  remove: GuestCalls['remove'],
  { syncNow }: Pick<Online, 'syncNow'>,
): Promise<DoneTo> {
  const came = await remove(guestId)
  if (came.kind === 'done') syncNow()
  return came
}
