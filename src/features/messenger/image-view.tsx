import { lazy, Suspense, useState } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import styles from './attachments.module.css'
import { useFile } from './use-file.ts'

const Lightbox = lazy(() => import('#src/ui/lightbox.tsx').then((module) => ({ default: module.Lightbox })))

interface ImageViewProps {
  chatId: string
  url: string
  name: string
  /** Whether a click shows it large. */
  canOpen?: boolean
}

export function ImageView({ chatId, url, name, canOpen = false }: ImageViewProps) {
  const file = useFile(chatId, url)
  const [isOpen, setOpen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  if (file.state === 'missing' || isBroken) {
    const isLater = file.state === 'missing' && file.problem === 'unreachable'
    return (
      <div className={styles.picture} data-missing="true">
        <Icon name="warning" />
        <span>{isLater ? 'Not on this device yet' : 'Picture not readable'}</span>
      </div>
    )
  }
  const picture =
    file.state === 'ready' ? (
      <img src={file.address} alt={name} referrerPolicy="no-referrer" onError={() => setBroken(true)} />
    ) : null
  if (!canOpen) return <div className={styles.picture}>{picture}</div>
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`Show ${name} large`}
        disabled={file.state !== 'ready'}
        onClick={() => setOpen(true)}
      >
        {picture}
      </button>
      {isOpen && file.state === 'ready' && (
        <Suspense>
          <Lightbox address={file.address} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
