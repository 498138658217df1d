import { useId } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { createPortal } from 'react-dom'
import { IconButton, joinClasses } from './button.tsx'
import styles from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

interface DialogProps {
  title: string
  children: Elements
  onClose(): void
}

/** A question or a choice over the whole window, with its title and a way to close it. Take it off the screen to close it. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const id = useId()
  const { frame, close } = useDialog(onClose)
  // Outside of what asked, a log for example, which would read it out and lend it its type.
  return createPortal(
    <dialog {...frame} className={joinClasses(frame.className, styles.titled)} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={close} />
      </header>
      {children}
    </dialog>,
    document.body,
  )
}
