import { useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './lightbox.module.css'

/** A picture over the whole window. Escape and a click beside it close it; focus goes back where it was. */
export function Lightbox({ address, name, onClose }: { address: string; name: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={name} onClose={onClose} onClick={onClose}>
      <img src={address} alt={name} referrerPolicy="no-referrer" className={styles.picture} />
      <IconButton icon="close" label="Close" className={styles.close} onClick={onClose} />
    </dialog>
  )
}
