import type { TicketStatus } from '#src/contract/tickets.ts'
import { createDemoId, createRandom, type Random } from './random.ts'
import type { DemoChat } from './rows.ts'
import { findDemoUser } from './staff.ts'

/** A ticket of the demonstration, as the bulk writer takes it. */
export interface DemoTicket {
  id: string
  createdOn: Date
  createdBy: string
  title: string
  description: string
  queueId: string
  agentId: string | null
  status: TicketStatus
  guestId: string | null
  chatId: string | null
  room: string | null
}

/** Whom the demonstration's tickets are given to. `statusId`: 2 active, 3 break, else inactive (specification section 2). */
export const ASSIGNEES: readonly {
  id: string
  name: string
  username: string
  telephoneNumber: string
  queueId: string
  statusId: number
}[] = [
  {
    id: 'assignee-tomas',
    name: 'Tomás Vega',
    username: 'tomas',
    telephoneNumber: '7025550141',
    queueId: 'queue-maintenance',
    statusId: 2,
  },
  {
    id: 'assignee-elena',
    name: 'Elena Petrova',
    username: 'elena',
    telephoneNumber: '7025550142',
    queueId: 'queue-housekeeping',
    statusId: 2,
  },
  {
    id: 'assignee-jonas',
    name: 'Jonas Berg',
    username: 'jonas',
    telephoneNumber: '7025550143',
    queueId: 'queue-concierge',
    statusId: 3,
  },
  {
    id: 'assignee-amadou',
    name: 'Amadou Sow',
    username: 'amadou',
    telephoneNumber: '7025550144',
    queueId: 'queue-food',
    statusId: 1,
  },
]

/** Its own choices, so that more tickets change nothing of the rest of the hotel. */
const SEED = 9_127
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long after the guest's words the ticket was written, in milliseconds: least and most. */
const WRITTEN_AFTER_MS = [MINUTE_MS, 6 * MINUTE_MS] as const
/** For those that no chat asked for: how long ago. */
const WRITTEN_AGO_MS = [HOUR_MS, 5 * 24 * HOUR_MS] as const

const DEPARTMENTS: Record<string, string> = {
  F: 'queue-front-desk',
  H: 'queue-housekeeping',
  M: 'queue-maintenance',
  C: 'queue-concierge',
  B: 'queue-food',
}
const STATUSES: Record<string, TicketStatus> = {
  new: 'open',
  progress: 'assigned',
  blocked: 'blocked',
  resolved: 'closed',
}

/**
 * One line a ticket: department, status, what guests wrote who need it (`-`: nobody did, then the place follows), and the
 * request. The first chat whose guest wrote so gets it.
 */
const LINES = `
M new      | air condition, AC isn   | Air conditioning blows warm air, guest is in the room. Please look at the valve.
M new      | dripping                | Water comes through the ceiling onto the bed. Urgent! Move the guest if it does not stop.
H new      | towels                  | Two extra bath towels and shampoo.
H new      | cot                     | Baby cot with linen and a bottle warmer. The child is 8 months old.
B new      | sesame                  | Guest with a severe sesame allergy asks about the lentil soup. Kitchen, please call back before serving.
C new      | bikes                   | Two city bikes and a child seat for tomorrow 10 am.
F new      | charged                 | Guest says that they were charged too much. Check the account and write to them.
M new      | lamp, bulb              | Reading lamp beside the bed is broken. May be entered when the guest is out.
H new      | - Pool                  | Towel shelf at the pool is empty since noon.
M progress | shower drain, flooded   | Shower drain is blocked, water stands on the floor. Bring dry mats.
M progress | No electricity          | No power in the whole room, guest has medicine in the fridge.
M progress | lift                    | Lift on the garden side is stuck between 3 and 4 with six people inside. Technician is called.
H progress | glasses, teddy bear     | Look for what the guest left behind in the room and keep it at the desk.
B progress | birthday                | Cake for Saturday 20:00, to be in the room while the guests are at dinner. It is a surprise.
C progress | airport                 | Shuttle at 6:30 with a child seat, breakfast boxes to take along.
F progress | extend, one night longer | One more night in the same room at the same rate. Change the reservation.
H blocked  | pillows                 | Firm pillows. None left on the floor, the new ones come on Thursday.
M blocked  | Netflix, no signal      | Television shows no signal on all channels. Waits for the receiver that was ordered.
M blocked  | - Gym                   | Treadmill 2 stops by itself. The part is ordered, keep it out of use.
H resolved | ironed, laundry         | Suit to be pressed until 8 am, hang it at the door.
M resolved | safe                    | Safe shows ERR. Opened with the master device, guest has set a new code.
F resolved | - Fourth floor          | Key cards of a whole corridor stopped working. New ones brought up.
B resolved | club sandwich, margherita | Room service: nobody came after 40 minutes. Delivered, dessert on the house.
C resolved | doctor, pharmacy, fever | Doctor for a child with fever. She came at 21:10, all is well.
M resolved | - Garden Room           | Step at the terrace door is loose.
`

/** The demonstration's tickets: in every state, of the guests who asked for them where one did. */
export function generateTickets(chats: readonly DemoChat[], now: Date): DemoTicket[] {
  const random = createRandom(SEED)
  const taken = new Set<string>()
  return readLines().map(({ asked, place, ...line }) => {
    const wish = place === null ? findWish(chats, asked, taken) : null
    if (wish) taken.add(wish.chat.id)
    const createdOn = chooseTime(wish?.at ?? null, now, random)
    return { ...line, ...describePlace(wish?.chat ?? null, place), ...chooseHands(line, random), createdOn }
  })
}

interface TicketLine {
  queueId: string
  status: TicketStatus
  asked: string[]
  place: string | null
  description: string
}

function readLines(): TicketLine[] {
  return LINES.trim()
    .split('\n')
    .map((line) => {
      const [head = '', source = '', description = ''] = line.split('|').map((part) => part.trim())
      const [department = '', state = ''] = head.split(/\s+/)
      const queueId = DEPARTMENTS[department]
      const status = STATUSES[state]
      if (!queueId || !status || description === '') throw new Error(`Not a ticket: ${line}`)
      const place = source.startsWith('- ') ? source.slice(2) : null
      return { queueId, status, place, asked: place === null ? source.split(', ') : [], description }
    })
}

interface Wish {
  chat: DemoChat
  at: Date
}

/** The newest wish of that kind, of guests in the house before others; a chat asks for one ticket only. */
function findWish(chats: readonly DemoChat[], asked: readonly string[], taken: Set<string>): Wish | null {
  const wishes = chats.flatMap((chat) => {
    const message = chat.messages.findLast(
      ({ text, sentByGuest }) =>
        sentByGuest && asked.some((word) => text.toLowerCase().includes(word.toLowerCase())),
    )
    return message && !taken.has(chat.id) ? [{ chat, at: message.createdAt }] : []
  })
  wishes.sort((one, other) => other.at.getTime() - one.at.getTime())
  return wishes.find(({ chat }) => readRegister(chat)?.Status === 'CHECKEDIN') ?? wishes[0] ?? null
}

function readRegister(chat: DemoChat) {
  return chat.info?.Data?.PUB_GuestRegister
}

function chooseTime(askedAt: Date | null, now: Date, random: Random): Date {
  const [least, most] = WRITTEN_AFTER_MS
  if (askedAt === null) return new Date(now.getTime() - random.between(...WRITTEN_AGO_MS))
  return new Date(Math.min(askedAt.getTime() + random.between(least, most), now.getTime()))
}

function describePlace(chat: DemoChat | null, place: string | null) {
  const room = (chat && readRegister(chat)?.RoomNumber) ?? null
  const title = room === null ? (chat?.displayName ?? place ?? 'Lobby') : `Room ${room}`
  return { title, room, guestId: chat?.guestId ?? null, chatId: chat?.id ?? null }
}

/** A new ticket is nobody's yet; one that is worked on is its department's assignee's, where it has one. */
function chooseHands({ queueId, status }: TicketLine | Omit<TicketLine, 'asked' | 'place'>, random: Random) {
  const assignee = ASSIGNEES.find((one) => one.queueId === queueId)
  return {
    id: createDemoId(random),
    createdBy: findDemoUser(random.pick(['agent', 'maria', 'manager'])).id,
    agentId: status === 'open' ? null : (assignee?.id ?? null),
  }
}
