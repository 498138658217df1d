import { readGuestExtent } from '#src/db/mirror/guest-chats.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { describeExtent } from './describe-guest.ts'

interface DeleteQuestionProps {
  guestId: string
  name: string
  onConfirm(): void
  onCancel(): void
}

/** Asks before a guest is removed, and names how much goes with them. */
export function DeleteQuestion({ guestId, name, onConfirm, onCancel }: DeleteQuestionProps) {
  const workspace = useWorkspace()
  const { mirror } = workspace
  const extent = useLive(workspace, `guest-extent:${guestId}`, () => readGuestExtent(mirror, guestId))
  // It is there in a moment, and a question whose words change is read twice.
  if (extent === undefined) return null
  return (
    <ConfirmDialog title="Delete their data?" confirmLabel="Delete" onConfirm={onConfirm} onCancel={onCancel}>
      <bdi>{name}</bdi>
      <span>
        {': every chat with this guest will be removed for everybody, with its messages, files and ' +
          `ratings. ${describeExtent(extent)} This can’t be undone.`}
      </span>
    </ConfirmDialog>
  )
}
