import type { StaffRef } from '#src/contract/chats.ts'
import type { Dialog, Line } from './dialogs/dialog.ts'
import { makeEnclosure } from './files/enclosures.ts'
import type { Random } from './random.ts'
import type { DemoFile, DemoMessage } from './rows.ts'

/** What the words in braces of a dialog become. */
export interface Facts {
  firstName: string
  fullName: string
  room: string
  otherRoom: string
  guests: number
  nights: number
  arrival: string
  departure: string
}

export interface Conversation {
  messages: DemoMessage[]
  files: DemoFile[]
}

/** Whom the transcript's staff lines are from, and where ids and choices come from. */
export interface Telling {
  random: Random
  facts: Facts
  staff: StaffRef
  createId: () => string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** How long each kind of speaker takes to answer, in milliseconds: least and most. */
const PAUSES = {
  bot: [600, 2_400],
  guest: [12 * SECOND_MS, 4 * MINUTE_MS],
  staff: [25 * SECOND_MS, 5 * MINUTE_MS],
} as const
/** Between two subjects of one conversation. */
const BETWEEN_DIALOGS_MS = [20 * MINUTE_MS, 9 * HOUR_MS] as const

/** Tells dialogs one after the other so that the last message is of `endsAt`; times rise strictly. */
export function tellConversation(dialogs: readonly Dialog[], endsAt: Date, telling: Telling): Conversation {
  const { random } = telling
  const told: { message: DemoMessage; afterMs: number }[] = []
  const files: DemoFile[] = []
  for (const dialog of dialogs) {
    for (const [index, line] of dialog.lines.entries()) {
      const isFirst = index === 0
      const [least, most] = isFirst ? BETWEEN_DIALOGS_MS : PAUSES[line.speaker]
      const said = sayLine(line, telling)
      files.push(...said.files)
      told.push({ message: said.message, afterMs: random.between(least, most) })
    }
  }
  let time = endsAt.getTime()
  for (const { message, afterMs } of [...told].reverse()) {
    message.createdAt = new Date(time)
    time -= afterMs
  }
  return { messages: told.map(({ message }) => message), files }
}

/** Something that happened in a chat, told in its thread; its time is set by the conversation. */
export function makeEvent(text: string, telling: Pick<Telling, 'createId'>): DemoMessage {
  return {
    id: telling.createId(),
    text,
    sentByGuest: false,
    type: 'event',
    createdAt: new Date(0),
    attachments: [],
    user: null,
  }
}

function sayLine(line: Line, telling: Telling): { message: DemoMessage; files: DemoFile[] } {
  const { random, facts, staff, createId } = telling
  const invoice = { guest: facts.fullName, room: facts.room, nights: facts.nights }
  const enclosed = line.attaches ? makeEnclosure(line.attaches, createId, invoice) : null
  const message: DemoMessage = {
    id: createId(),
    text: fillIn(random.pick(line.wordings), { ...facts, staff: staff.name.split(' ')[0] ?? staff.name }),
    sentByGuest: line.speaker === 'guest',
    type: enclosed?.type ?? 'text',
    createdAt: new Date(0),
    attachments: enclosed?.attachments ?? [],
    user: line.speaker === 'staff' ? { id: staff.id, name: staff.name } : null,
  }
  return { message, files: enclosed?.files ?? [] }
}

function fillIn(wording: string, facts: Record<string, string | number>): string {
  return wording.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
}
