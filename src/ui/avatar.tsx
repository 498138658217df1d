import { readInitials } from '#src/lib/initials.ts'
import './avatar.css'

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
    <span className="avatar" data-size={size} translate="no" aria-hidden="true">
      {photo === undefined ? (
        <span>{readInitials(name)}</span>
      ) : (
        <img
          src={photo}
          alt=""
          referrerPolicy="no-referrer"
          className="avatar-photo"
          onError={onPhotoError}
        />
      )}
      {badge !== undefined && <span className="avatar-badge">{badge}</span>}
    </span>
  )
}
