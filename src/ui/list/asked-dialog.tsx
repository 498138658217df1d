import type { Store } from '#src/lib/store.ts'
import { useStore } from '#src/lib/use-store.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import type { Asked } from './list-controller.ts'

/** What a list asks before something goes on. */
export function AskedDialog({ asked }: { asked: Store<Asked | null> }) {
  const waiting = useStore(asked)
  if (waiting === null) return null
  const { question, proceed } = waiting
  return (
    <ConfirmDialog
      title={question.title}
      confirmLabel={question.confirmLabel}
      onCancel={() => asked.set(null)}
      onConfirm={() => {
        asked.set(null)
        proceed()
      }}
    >
      {question.words}
    </ConfirmDialog>
  )
}
