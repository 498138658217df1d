import { useRef, useState, type KeyboardEvent, type MouseEvent, type TouchEvent } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './lightbox.module.css'
import { useDialog } from './use-dialog.ts'

/** A finger that moves this far sideways asks for the next picture, px. */
const SWIPE_PX = 48
/** The browser's own zoom says 1 with a little to spare. */
const ENLARGED_FROM = 1.01

interface LightboxProps {
  name: string
  /** Where the picture is; null while there is none, for which `note` gives the reason. */
  address: string | null
  note: string
  /** `2 of 3`, where there are several. */
  place: string
  /** Null where there is none before or after it. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose(): void
}

/**
 * A picture over the whole window, fitted into it. Arrow keys and swipes lead to the ones beside it; Escape and a click
 * beside the picture close it, and the focus goes back where it was.
 */
export function Lightbox({ name, address, note, place, onPrevious, onNext, onClose }: LightboxProps) {
  const { frame, close } = useDialog(onClose)
  const touchedAt = useRef<{ x: number; y: number } | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const words = address !== null && broken === address ? 'Picture not readable' : note

  function onKeyDown(event: KeyboardEvent) {
    // The console's own keys do not reach through it.
    event.stopPropagation()
    if (event.key === 'ArrowLeft') onPrevious?.()
    else if (event.key === 'ArrowRight') onNext?.()
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    const isBeside =
      target instanceof Element && (target === currentTarget || target.matches('[data-beside]'))
    if (isBeside) close()
  }

  function onTouchEnd(event: TouchEvent) {
    const from = touchedAt.current
    const to = event.changedTouches[0]
    touchedAt.current = null
    if (!from || !to) return
    const [x, y] = [to.clientX - from.x, to.clientY - from.y]
    // Enlarged with two fingers, it is moved about with one.
    const isEnlarged = (window.visualViewport?.scale ?? 1) > ENLARGED_FROM
    if (isEnlarged || Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(y)) return
    if (x > 0) onPrevious?.()
    else onNext?.()
  }

  return (
    <dialog
      {...frame}
      className={styles.dialog}
      aria-label={name}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onTouchStart={({ touches }) => {
        const [touch] = touches.length === 1 ? [touches[0]] : []
        touchedAt.current = touch ? { x: touch.clientX, y: touch.clientY } : null
      }}
      onTouchEnd={onTouchEnd}
    >
      <div className={styles.bar} data-beside>
        <p className={styles.name} dir="auto" title={name}>
          {name}
        </p>
        <p className={styles.place} role="status">
          {place}
        </p>
        {address !== null && (
          <a
            className={styles.save}
            href={address}
            download={name}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            aria-label={`Download ${name}`}
            title="Download"
          >
            <Icon name="download" />
          </a>
        )}
        <IconButton icon="close" label="Close" className={styles.control} onClick={close} />
      </div>
      <div className={styles.stage} data-beside>
        {address !== null && words === '' ? (
          <img
            key={address}
            src={address}
            alt={name}
            referrerPolicy="no-referrer"
            className={styles.picture}
            onError={() => setBroken(address)}
          />
        ) : (
          <p className={styles.note} role="status">
            {words}
          </p>
        )}
      </div>
      {(onPrevious !== null || onNext !== null) && (
        <>
          <IconButton
            icon="back"
            label="Previous picture"
            className={styles.previous}
            // It keeps the focus, so that the keys go on.
            aria-disabled={onPrevious === null}
            onClick={() => onPrevious?.()}
          />
          <IconButton
            icon="next"
            label="Next picture"
            className={styles.next}
            aria-disabled={onNext === null}
            onClick={() => onNext?.()}
          />
        </>
      )}
    </dialog>
  )
}
