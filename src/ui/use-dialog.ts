import { useLayoutEffect, useRef, type DialogHTMLAttributes, type RefObject } from 'react'
import styles from './dialog.module.css'

interface OpenDialog {
  /** What the `dialog` element is given; its size and place are its own. */
  frame: DialogHTMLAttributes<HTMLDialogElement> & {
    ref: RefObject<HTMLDialogElement | null>
    className: string | undefined
  }
  /** Closes it, gives the focus back where it was, and calls `onClose`. */
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
  // The browser's own word of it comes a moment later: a key pressed in that moment would find it closed and still said open.
  const isOver = useRef(false)
  const end = () => {
    if (isOver.current) return
    isOver.current = true
    onClose()
  }
  const close = () => {
    ref.current?.close()
    end()
  }
  return {
    frame: {
      ref,
      className: styles.dialog,
      onClick: ({ target }) => target === ref.current && close(),
      onCancel: (event) => {
        // A file field in it says so too, when nothing was chosen.
        if (event.target !== ref.current) return
        event.preventDefault()
        close()
      },
      // Where the browser closed it without asking. It may be open again by now.
      onClose: () => ref.current?.open !== true && end(),
    },
    close,
  }
}
