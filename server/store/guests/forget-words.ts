import * as v from 'valibot'
import { guestInfoSchema } from '#src/contract/guest-info.ts'
import type { ChatRow } from '../chats/chat-tables.ts'
import type { Tx } from '../store.ts'

/** What stands in place of a removed guest's words and links. */
export const REMOVED = '(removed)'
const NO_NAME = 'the guest'
/** What a chat is called whose guest gave no name. */
const NAMELESS = 'guest'

/** A guest who is being removed: what finds them in what the house keeps. */
export interface RemovedGuest {
  id: string
  chatIds: string[]
  /** As chats and the hotel's register call them. */
  names: string[]
}

export async function describeRemovedGuest(tx: Tx, id: string, chats: ChatRow[]): Promise<RemovedGuest> {
  const chatIds = chats.map((chat) => chat.id)
  const cards = await tx.selectFrom('guestInfo').select('info').where('chatId', 'in', chatIds).execute()
  const names = [
    ...chats.map(({ displayName }) => displayName),
    ...cards.flatMap(({ info }) => listNames(info)),
  ]
  const known = new Set(
    names.map((name) => name.trim()).filter((name) => name !== '' && name.toLowerCase() !== NAMELESS),
  )
  // The longer first, so that a whole name is found before its half.
  return { id, chatIds, names: [...known].sort((one, other) => other.length - one.length) }
}

/** A text without the guest's names. */
export function forgetNames(text: string, { names }: RemovedGuest): string {
  return names.reduce((left, name) => left.replace(createPattern(name), NO_NAME), text)
}

/** A value of any shape without the guest's names, and without ids that lead to them. */
export function forgetIn(value: unknown, guest: RemovedGuest): unknown {
  if (typeof value === 'string') {
    return value === guest.id || guest.chatIds.includes(value) ? REMOVED : forgetNames(value, guest)
  }
  if (Array.isArray(value)) return value.map((each) => forgetIn(each, guest))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, forgetIn(each, guest)]))
}

function listNames(info: unknown): string[] {
  const card = v.safeParse(guestInfoSchema, info)
  if (!card.success) return []
  const { Data, fbData, fullContact } = card.output
  const register = Data?.PUB_GuestRegister
  const contact = fullContact?.HOP_sd_SocialData?.[0]?.HOP_sd_ContactInfo?.fullName
  return [
    join(register?.FirstName, register?.LastName),
    join(fbData?.first_name, fbData?.last_name),
    contact ?? '',
  ]
}

function join(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

/** A name is found as a word, never as a part of another. */
function createPattern(name: string): RegExp {
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
}
