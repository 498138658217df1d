import type { StaffRef } from '#src/contract/chats.ts'
import { ASKED_FOR_PERSON } from '../bot/words.ts'
import { makeEvent, tellConversation, type Telling } from './conversation.ts'
import type { Dialog } from './dialogs/dialog.ts'
import { ARABIC, FRENCH, GERMAN, ITALIAN, JAPANESE, POLISH, SPANISH } from './dialogs/languages.ts'
import { HELP_REQUESTS, GREETINGS, SMALL_TALK, WAITING_FOR_STAFF } from './dialogs/openings.ts'
import { ROOM_DIALOGS } from './dialogs/room.ts'
import { SERVICE_DIALOGS } from './dialogs/service.ts'
import { STAY_DIALOGS } from './dialogs/stay.ts'
import { makeFacts, makeGuestInfo, type ReservationStatus } from './guest-card.ts'
import { GUEST_NAMES, type GuestName } from './guests.ts'
import { createDemoId, createRandom, type Random } from './random.ts'
import type { DemoChat, DemoMessage } from './rows.ts'
import { generateShowcase } from './showcase.ts'
import { findDemoUser } from './staff.ts'

/** In which state a chat of the demonstration is. */
type Situation =
  'needsHelp' | 'needsHelpHeld' | 'held' | 'pausedByBot' | 'talking' | 'idle' | 'inactive' | 'old'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A held chat's staff answer is within so many messages of the end. */
const LAST_WORDS = 6
/** The same hotel each time. */
const SEED = 20_391

/** How many chats are in each state, and how long ago their last message is, in milliseconds: least and most. */
const SITUATIONS: readonly { situation: Situation; count: number; ago: readonly [number, number] }[] = [
  { situation: 'needsHelp', count: 8, ago: [MINUTE_MS, 50 * MINUTE_MS] },
  { situation: 'needsHelpHeld', count: 3, ago: [2 * MINUTE_MS, 20 * MINUTE_MS] },
  { situation: 'held', count: 9, ago: [MINUTE_MS, 5 * HOUR_MS] },
  { situation: 'pausedByBot', count: 3, ago: [2 * HOUR_MS, 20 * HOUR_MS] },
  { situation: 'talking', count: 6, ago: [MINUTE_MS / 2, 25 * MINUTE_MS] },
  { situation: 'idle', count: 12, ago: [HOUR_MS, 23 * HOUR_MS] },
  { situation: 'inactive', count: 12, ago: [26 * HOUR_MS, 6 * DAY_MS] },
  { situation: 'old', count: 9, ago: [8 * DAY_MS, 70 * DAY_MS] },
]
const SOURCES = ['web', 'web', 'sms', 'facebook'] as const
const STATUSES: readonly (ReservationStatus | null)[] = [
  'CHECKEDIN',
  'CHECKEDIN',
  'BOOKED',
  'PASTGUEST',
  'PROSPECT',
  null,
]
/** Subjects of one chat, about six messages each: most are short, some long; the first chats reach 200 messages. */
const SUBJECTS_PER_CHAT = [1, 1, 2, 2, 3, 4, 6] as const
const LONGEST_CHATS = [200, 120, 75] as const

const ENGLISH = [...ROOM_DIALOGS, ...SERVICE_DIALOGS, ...STAY_DIALOGS]
const OTHER_LANGUAGES = {
  es: SPANISH,
  de: GERMAN,
  fr: FRENCH,
  ar: ARABIC,
  ja: JAPANESE,
  it: ITALIAN,
  pl: POLISH,
} as const

/** The demonstration hotel's chats with everything in them, their times relative to `now`. */
export function generateHotel(now: Date): DemoChat[] {
  const random = createRandom(SEED)
  const situations = SITUATIONS.flatMap((entry) => Array.from({ length: entry.count }, () => entry))
  const chats = situations.flatMap(({ situation, ago }, index) => {
    const name = GUEST_NAMES[index]
    if (!name) return []
    const endsAt = new Date(now.getTime() - random.between(ago[0], ago[1]))
    return [makeChat({ index, name, situation, endsAt, now, random })]
  })
  return [...chats, ...generateShowcase(now)]
}

interface ChatPlan {
  index: number
  name: GuestName
  situation: Situation
  endsAt: Date
  now: Date
  random: Random
}

function makeChat({ index, name, situation, endsAt, now, random }: ChatPlan): DemoChat {
  const createId = () => createDemoId(random)
  const source = SOURCES[(index * 7 + 3) % SOURCES.length] ?? 'web'
  const status = STATUSES[index % STATUSES.length] ?? null
  const facts = makeFacts(name, status ?? 'PROSPECT', now, random)
  const staff: StaffRef = findDemoUser(index % 3 === 0 ? 'agent' : 'maria')
  const telling: Telling = { random, facts, staff: { id: staff.id, name: staff.name }, createId }
  const dialogs = chooseDialogs(index, name, situation, random)
  const { messages, files } = tellConversation(dialogs, endsAt, telling)
  const state = settleState(situation, messages, telling)
  messages.push(...state.events)
  return {
    id: createId(),
    displayName: facts.fullName,
    source,
    guestId: createId(),
    createdAt: messages[0]?.createdAt ?? endsAt,
    pausedAt: state.pausedAt,
    helpAt: state.helpAt,
    user: state.user,
    info: status === null && index % 4 === 1 ? null : makeGuestInfo(name, facts, status, source, random),
    messages,
    files,
  }
}

/** How the chat stands after its last words, and the events that tell it. */
function settleState(situation: Situation, messages: readonly DemoMessage[], telling: Telling) {
  const lastAt = messages.at(-1)?.createdAt ?? new Date(0)
  const answeredAt = messages.find(
    (message, index) => message.user && index > messages.length - LAST_WORDS,
  )?.createdAt
  const later = (milliseconds: number) => new Date(lastAt.getTime() + milliseconds)
  const calm = { pausedAt: null, helpAt: null, user: null, events: [] }
  const asked = { ...makeEvent(ASKED_FOR_PERSON, telling), createdAt: later(900) }
  switch (situation) {
    case 'needsHelp':
      return { ...calm, pausedAt: later(900), helpAt: later(900), events: [asked] }
    case 'needsHelpHeld':
      return { pausedAt: later(21_000), helpAt: later(900), user: telling.staff, events: [asked] }
    case 'held':
      return { ...calm, pausedAt: new Date((answeredAt ?? lastAt).getTime() - 20_000), user: telling.staff }
    case 'pausedByBot':
      return { ...calm, pausedAt: later(900), events: [asked] }
    default:
      return calm
  }
}

function chooseDialogs(index: number, name: GuestName, situation: Situation, random: Random): Dialog[] {
  // One chat of a single word: the shortest there is.
  if (situation === 'old' && index % 9 === 0)
    return [{ topic: 'one word', lines: firstLines(GREETINGS[0], 1) }]
  const target = LONGEST_CHATS[[13, 30, 44].indexOf(index)]
  const foreign = name.language === 'en' ? null : random.pick(OTHER_LANGUAGES[name.language])
  const told = target
    ? fillUp(target - closingLength(situation) - 3, random)
    : random.shuffle(ENGLISH).slice(0, random.pick(SUBJECTS_PER_CHAT))
  const middle = foreign ? [foreign, ...told.slice(foreign.lines.length > 3 ? told.length : 0)] : told
  const greeting = random.next() < 0.6 ? GREETINGS : []
  return [...greeting, ...middle, ...chooseClosing(index, situation, random)]
}

/** The last words, which make the state believable. */
function chooseClosing(index: number, situation: Situation, random: Random): Dialog[] {
  if (situation === 'needsHelp' || situation === 'needsHelpHeld' || situation === 'pausedByBot') {
    const request = HELP_REQUESTS[index % HELP_REQUESTS.length]
    return request ? [request] : []
  }
  if (situation !== 'held') return random.next() < 0.5 ? [random.pick(SMALL_TALK)] : []
  const waiting = WAITING_FOR_STAFF[index % WAITING_FOR_STAFF.length]
  const last = random.pick(ENGLISH.filter((dialog) => dialog.lines.some((line) => line.speaker === 'staff')))
  const firstAnswer = last.lines.findIndex((line) => line.speaker === 'staff')
  const opening = { topic: last.topic, lines: last.lines.slice(0, firstAnswer + 1) }
  return [{ topic: 'held', lines: [...opening.lines, ...(waiting?.lines ?? [])] }]
}

function closingLength(situation: Situation): number {
  return situation === 'held' ? 6 : 2
}

/** Subjects until about `target` messages are said; none twice before all were told once. */
function fillUp(target: number, random: Random): Dialog[] {
  const chosen: Dialog[] = []
  let length = 0
  while (length < target) {
    for (const dialog of random.shuffle([...ENGLISH, ...SMALL_TALK])) {
      if (length + dialog.lines.length > target) continue
      chosen.push(dialog)
      length += dialog.lines.length
    }
    const shortest = SMALL_TALK.find((dialog) => dialog.lines.length <= target - length)
    if (!shortest) break
  }
  return chosen
}

function firstLines(dialog: Dialog | undefined, count: number) {
  return dialog?.lines.slice(0, count) ?? []
}
