import { useState } from 'react'
import { formatSize } from '#src/domain/files/size.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './attachments.module.css'
import { useFile } from '../use-file.ts'

interface ImageViewProps {
  chatId: string
  url: string
  name: string
  /** Bytes, where the environment says it. */
  size?: number | undefined
  /** Shows it large; without it a click does nothing. */
  onOpen?: () => void
}

/** A picture at the size of its place; one that can't be shown says so, by its name. */
export function ImageView({ chatId, url, name, size, onOpen }: ImageViewProps) {
  const file = useFile(chatId, url)
  const [isBroken, setBroken] = useState(false)
  if (file.state === 'offered' || (file.state === 'missing' && file.problem === 'unreachable')) {
    return <OfferedPicture name={name} size={size} wasTried={file.state === 'missing'} onShow={file.fetch} />
  }
  if (file.state === 'missing' || isBroken) {
    return (
      <div className={styles.picture} data-missing="true">
        <Icon name="warning" />
        <span dir="auto" className={styles.pictureName}>
          {name}
        </span>
        <span>Picture not readable</span>
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

interface OfferedPictureProps {
  name: string
  size: number | undefined
  /** It was asked for, and the line gave nothing. */
  wasTried: boolean
  onShow(): void
}

/** In the picture's place and size: on a weak line a person says which pictures are worth the wait. */
function OfferedPicture({ name, size, wasTried, onShow }: OfferedPictureProps) {
  return (
    <button type="button" className={styles.picture} data-missing="true" onClick={onShow}>
      <span
        className={styles.offer}
      >{`Show picture${size === undefined ? '' : ` (${formatSize(size)})`}`}</span>
      <span dir="auto" className={styles.pictureName}>
        {name}
      </span>
      {wasTried && <span>Not on this device yet</span>}
    </button>
  )
}
