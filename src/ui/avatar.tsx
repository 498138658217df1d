import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  /** A short word at its corner, for example the channel. */
  badge?: string
  size?: 'm' | 'l'
  photo?: string | undefined
  /** The photo can't be shown; without it the initials are. */
  onPhotoError?: () => void
}

/** A person by their photo or their initials. The name stands beside it, so it says nothing itself. */
export function Avatar({ name, badge, size = 'm', photo, onPhotoError }: AvatarProps) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {photo === undefined ? (
        readInitials(name)
      ) : (
        <img
          src={photo}
          alt=""
          referrerPolicy="no-referrer"
          className={styles.photo}
          onError={onPhotoError}
        />
      )}
      {badge !== undefined && <span className={styles.badge}>{badge}</span>}
    </span>
  )
}

/** The first letters of the first and the last word, also of names in other scripts. */
function readInitials(name: string): string {
  // A character that shows nothing is no initial.
  const words = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
  const first = words[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toLocaleUpperCase()
}
