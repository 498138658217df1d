import type { Notice, Refusal } from '../refusal.ts'
import { ENGLISH, type Words } from './english.ts'
import { fillIn, splitText } from './fill-in.ts'
import type { Language } from './load-language.ts'

const REFUSALS = new Map<string, keyof Words['refusal']>([
  ['forbidden', 'forbidden'],
  ['invalid', 'invalid'],
  ['bad_request', 'invalid'],
  ['too_large', 'tooLong'],
  ['too_many_requests', 'tooMany'],
  ['unavailable', 'unavailable'],
])

/** Why the hotel did not take something. Its own words, which are English and say more, to who reads English. */
export function describeRefusal({ words }: Language, { code, message }: Refusal): string {
  if (words === ENGLISH && message !== '') return message
  return words.refusal[REFUSALS.get(code) ?? 'unknown']
}

export function describeNotice(language: Language, notice: Notice): string {
  const { words } = language
  switch (notice.kind) {
    case 'newConversation':
      return words.notice.newConversation
    case 'refused':
      return describeRefusal(language, notice.refusal)
    case 'later':
      return fillIn(words.notice.later, { reason: describeRefusal(language, notice.refusal) })
  }
}

const EVENTS = ['personAsked', 'notAnswered', 'notPassedOn', 'passed'] as const

/** An event of the thread in the guest's language; null for one that this page does not know. */
export function describeEvent({ words }: Language, event: string): string | null {
  for (const name of EVENTS) {
    const found = createPattern(ENGLISH.events[name]).exec(event)
    if (found) return fillIn(words.events[name], isolateAll(found.groups ?? {}))
  }
  return null
}

/** What matches a text, with whatever stands in the place of its placeholders. */
function createPattern(text: string): RegExp {
  const parts = splitText(text).map((part) =>
    part.kind === 'text' ? part.text.replace(/[^\w\s]/g, '\\$&') : `(?<${part.name}>.+)`,
  )
  return new RegExp(`^${parts.join('')}$`, 's')
}

/** Names keep their own direction within words of another one. */
function isolateAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`]))
}
