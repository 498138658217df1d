import { makeFacts, makeGuestInfo, type ReservationStatus } from './guest-card.ts'
import { tellConversation } from './conversation.ts'
import { readDialogs } from './dialogs/dialog.ts'
import type { GuestName } from './guests.ts'
import { createDemoId, createRandom } from './random.ts'
import type { DemoChat } from './rows.ts'
import { findDemoUser } from './staff.ts'

/** Its own choices, so that what is added here changes nothing of the rest of the hotel. */
const SEED = 5_113
const HOUR_MS = 3_600_000

/** Conversations with galleries of every length, and guests whose names strain a line. */
const DIALOGS = readDialogs(String.raw`
# rooms
G: Hi, which rooms do you have for our anniversary in March?
B[rooms]: With pleasure, these are our rooms. Choose one and a colleague holds it for you.
G: The suite looks wonderful. Is it quiet?
S: Good afternoon {firstName}, {staff} here. It is, it looks over the bay and nobody lives above it. Shall I hold it until Friday?
G: Yes please 🥂

# celebrations
G: It's my wife's birthday tomorrow and I forgot to plan anything...
B[celebrations]: There is still time! Here is what the house can do until tomorrow:
G: The window for two at eight, please. And not a word to her

# rides
G: How do we get around without a car?
B[rides]: Easily. These start at our door:
G: Oh, a ferry! The kids will love it
B: They may even ring the bell if they ask the captain.

# house rules
G: Until when is breakfast, and when do we have to leave?
B[house]: Here is all of it in one place:
G: thank you 🙏
`)

const GUESTS: readonly {
  name: GuestName
  source: DemoChat['source']
  status: ReservationStatus
  hoursAgo: number
}[] = [
  {
    name: { first: 'Coco', last: '🦜 Delgado 🌴', language: 'en' },
    source: 'facebook',
    status: 'BOOKED',
    hoursAgo: 9,
  },
  {
    name: { first: 'נועה', last: 'בן־דוד', language: 'en' },
    source: 'web',
    status: 'CHECKEDIN',
    hoursAgo: 14,
  },
  { name: { first: '👨‍👩‍👧‍👦', last: 'Jansen', language: 'en' }, source: 'web', status: 'CHECKEDIN', hoursAgo: 20 },
  {
    name: { first: 'سارا', last: 'کریمی', language: 'en' },
    source: 'sms',
    status: 'PASTGUEST',
    hoursAgo: 40,
  },
]

/** Chats that show what the others do not: one for each dialog, calm, their times relative to `now`. */
export function generateShowcase(now: Date): DemoChat[] {
  const random = createRandom(SEED)
  const createId = () => createDemoId(random)
  const { id, name: staffName } = findDemoUser('maria')
  return GUESTS.map(({ name, source, status, hoursAgo }, index): DemoChat => {
    const facts = makeFacts(name, status, now, random)
    const telling = { random, facts, staff: { id, name: staffName }, createId }
    const endsAt = new Date(now.getTime() - hoursAgo * HOUR_MS)
    const { messages, files } = tellConversation(DIALOGS.slice(index, index + 1), endsAt, telling)
    return {
      id: createId(),
      displayName: facts.fullName,
      source,
      guestId: createId(),
      createdAt: messages[0]?.createdAt ?? endsAt,
      pausedAt: null,
      helpAt: null,
      user: null,
      info: makeGuestInfo(name, facts, status, source, random),
      messages,
      files,
    }
  })
}
