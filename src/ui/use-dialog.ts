import { useLayoutEffect, useRef, type DialogHTMLAttributes, type RefObject } from 'react'
import styles from './dialog.module.css'

interface OpenDialog {
  /** What the `dialog` element is given; its size and place are its own. */
  frame: DialogHTMLAttributes<HTMLDialogElement> & {
    ref: RefObject<HTMLDialogElement | null>
    className: string | undefined
  }
  /** Closes it and gives the focus back where it was; `onClose` follows. */
  close(): void
}

/**
 * A dialog that is open as long as it is drawn. Escape and a click beside it close it. What it opens with is marked
 * `data-autofocus`, else it is the first control.
 */
export function useDialog(onClose: () => void): OpenDialog {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const box = ref.current
    box?.showModal()
    box?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    // Closed, it gives the focus back where it was; taken off the page it would not.
    return () => box?.close()
  }, [])
  const close = () => ref.current?.close()
  return {
    frame: {
      ref,
      className: styles.dialog,
      onClick: ({ target }) => target === ref.current && close(),
      // It is said a moment later: by then it may be open again.
      onClose: () => ref.current?.open !== true && onClose(),
    },
    close,
  }
}
