import { useState } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import styles from './attachments.module.css'
import { useFile } from './use-file.ts'

interface ImageViewProps {
  chatId: string
  url: string
  name: string
  /** Shows it large; without it a click does nothing. */
  onOpen?: () => void
}

/** A picture at the size of its place; one that can't be shown says so, by its name. */
export function ImageView({ chatId, url, name, onOpen }: ImageViewProps) {
  const file = useFile(chatId, url)
  const [isBroken, setBroken] = useState(false)
  if (file.state === 'missing' || isBroken) {
    const isLater = file.state === 'missing' && file.problem === 'unreachable'
    return (
      <div className={styles.picture} data-missing="true">
        <Icon name="warning" />
        <span dir="auto" className={styles.pictureName}>
          {name}
        </span>
        <span>{isLater ? 'Not on this device yet' : 'Picture not readable'}</span>
      </div>
    )
  }
  const picture =
    file.state === 'ready' ? (
      <img src={file.address} alt={name} referrerPolicy="no-referrer" onError={() => setBroken(true)} />
    ) : null
  if (!onOpen) return <div className={styles.picture}>{picture}</div>
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={`Show ${name} large`}
      aria-haspopup="dialog"
      disabled={file.state !== 'ready'}
      onClick={onOpen}
    >
      {picture}
    </button>
  )
}
