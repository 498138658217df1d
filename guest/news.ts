import type { Message } from '#src/contract/chats.ts'
import { findNewMessages, noteMessages, type KnownMessages } from '#src/domain/chats/new-messages.ts'
import type { Pending } from './kept.ts'
import { describeEvent, describeRefusal } from './words/describe.ts'
import { fillIn } from './words/fill-in.ts'
import type { Language } from './words/load-language.ts'

/** Long enough to be read out; then it is gone, so that nobody who reads on finds old news, ms. */
const KEPT_MS = 15_000

/** What of a conversation may be news. */
export interface Told {
  messages: readonly Message[]
  pending: readonly Pending[]
  /** Whether all that is there has yet to be read: nothing of it is news. */
  isUnread: boolean
}

/**
 * Finds what is to be read out, each thing once: what others have written, without its time, and what the hotel has refused.
 * Nothing of the guest's own, nothing that was there before, nothing older that is loaded.
 */
export function openNews(language: Language): (told: Told) => string[] {
  let known: KnownMessages | null = null
  let refused: ReadonlySet<string> | null = null
  return ({ messages, pending, isUnread }) => {
    const others = findNewMessages(known, messages).filter(({ sentByGuest }) => !sentByGuest)
    const failed = pending.flatMap(({ key, reason }) => (reason === null ? [] : [{ key, reason }]))
    const before = refused
    const fresh = before === null ? [] : failed.filter(({ key }) => !before.has(key))
    if (!isUnread) known = noteMessages(messages)
    refused = new Set(failed.map(({ key }) => key))
    return [
      ...others.map((message) => announce(message, language)),
      ...fresh.map(({ reason }) =>
        fillIn(language.words.message.notSent, { reason: describeRefusal(language, reason) }),
      ),
    ]
  }
}

function announce({ type, text, user, attachments }: Message, language: Language): string {
  if (type === 'event') return describeEvent(language, text) ?? text
  const { assistant, file } = language.words.message
  const names = attachments.flatMap(({ name, content }) =>
    content ? [content.title ?? '', content.text ?? ''] : [name ?? file],
  )
  return `${user?.name ?? assistant}: ${[text, ...names].filter((part) => part !== '').join(', ')}`
}

/** Says words where a screen reader hears of them. */
export function sayIn(place: HTMLElement, texts: readonly string[]): void {
  for (const text of texts) {
    const said = document.createElement('p')
    said.textContent = text
    place.append(said)
    setTimeout(() => said.remove(), KEPT_MS)
  }
}
