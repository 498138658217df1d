import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirmLabel: string
  onConfirm(): void
  onCancel(): void
}

/** Asks for a yes. Escape and a click beside it are a no. Loads when it is first needed. */
export function ConfirmDialog({ title, children, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onCancel}>
      <p>{children}</p>
      <div className={styles.actions}>
        <Button onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button look="primary" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
