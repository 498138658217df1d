/** Who holds a chat, as far as the rules care. An environment may leave the id or the name empty. */
export interface Holder {
  id: string
  name: string
}

/**
 * Whether a chat is held by this person: by id, and by name only where the chat's holder has no id (CONTRACT section 5
 * (d): two Marias must not share a chat; departs from the specification's 'name or id').
 */
export function isHeldBy(holder: Holder | null, me: Holder): boolean {
  if (!holder) return false
  return holder.id === '' ? holder.name === me.name : holder.id === me.id
}

/** The word for a holder in `?holder=` and in `expects`: the user's id, or `bot` for nobody. */
export function holderKey(holder: Holder | null): string {
  if (!holder) return 'bot'
  return holder.id === '' ? `name:${holder.name}` : holder.id
}
