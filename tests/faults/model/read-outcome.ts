import { IDBKeyRange } from 'fake-indexeddb'
import { MirrorDatabase, mirrorName } from '#src/db/mirror/database.ts'
import { readClockOffset } from '#src/db/mirror/meta.ts'
import { OutboxDatabase, outboxName } from '#src/db/outbox/database.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { readPendingClearings } from '#src/db/session/pending-clearings.ts'
import { mergeThread } from '#src/db/thread.ts'
import type { DeviceReading, MirrorReading, Outcome, OutboxReading } from '../invariants/outcome.ts'
import type { Desk, Hotel } from './hotel.ts'
import type { Ended, Ledger } from './ledger.ts'

/**
 * Reads all databases of all devices as they are, whoever is signed in, as far as they are an environment's. `since`: when all was
 * healed, ms of the world; `others`: what is of other environments.
 */
export async function readOutcome(
  hotel: Hotel,
  since: number,
  hasReturned: boolean,
  others: readonly Hotel[] = [],
): Promise<Outcome> {
  const { environment, ledger, origin, world } = hotel
  const { log, effects } = environment
  const { chats } = log
  const devices: DeviceReading[] = []
  for (const desk of hotel.desks) devices.push(await readDevice(desk, origin, since))
  const ended = [...ledger.ended, ...devices.flatMap((device) => findEndedUnseen(ledger, device, world.now))]
  return {
    manner: environment.manner,
    origin,
    chats,
    changed: [...chats.values()].flatMap(({ id, updatedAt, createdAt }) =>
      updatedAt > createdAt ? [id] : [],
    ),
    threads: new Map([...chats.keys()].map((id) => [id, log.thread(id)])),
    effects,
    written: ledger.written,
    intents: ledger.intents,
    ended,
    devices,
    hasReturned,
    logs: hotel.everyTab.flatMap(({ log }) => log),
    rejections: hotel.rejections().map(describeRejection),
    foreign: {
      words: others.flatMap(({ ledger: { written } }) => written.map(({ word }) => word)),
      tokens: others.flatMap(({ environment: { tokens } }) => [...tokens]),
    },
  }
}

function describeRejection(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? String(reason)) : String(reason)
}

/** A sign-out whose tab died over it, and whose session ended all the same: nobody was there to see it done. */
function findEndedUnseen(ledger: Ledger, { index, session }: DeviceReading, at: number): Ended[] {
  if (session?.status !== 'signed-out') return []
  const asked = ledger.asked.findLast((each) => each.device === index && each.epoch + 1 === session.epoch)
  if (!asked || ledger.ended.some(({ token }) => token === asked.token)) return []
  return [{ ...asked, at }]
}

async function readDevice(
  { device, line, index, tabs }: Desk,
  origin: string,
  since: number,
): Promise<DeviceReading> {
  const ofOutbox = outboxName(origin, '')
  const ofMirror = mirrorName(origin, '')
  const options = { indexedDB: device.indexedDB, IDBKeyRange }
  const names = (await device.indexedDB.databases()).flatMap(({ name }) => name ?? [])
  const outboxes: OutboxReading[] = []
  const mirrors: MirrorReading[] = []
  for (const name of names.filter((each) => each.startsWith(ofOutbox)))
    outboxes.push(await readOutbox(new OutboxDatabase(name, options), name.slice(ofOutbox.length)))
  for (const name of names.filter((each) => each.startsWith(ofMirror))) {
    const userId = name.slice(ofMirror.length)
    const outbox = outboxes.find((each) => each.userId === userId)
    mirrors.push(await readMirror(new MirrorDatabase(name, options), userId, outbox))
  }
  const sessionDb = await new SessionDatabase(options).open()
  const db = sessionDb as SessionDatabase
  const session = (await db.sessions.get(origin)) ?? null
  const clearings = await readPendingClearings(db)
  const pendingClearings = clearings.filter((each) => each.origin === origin).length
  const pendingRevocations = await db.pendingRevocations.filter((each) => each.origin === origin).count()
  db.close({ disableAutoOpen: true })
  return {
    name: device.name,
    index,
    now: device.now(),
    isLookedAt: tabs.some((tab) => tab && !tab.isDead && tab.isVisible),
    wasHourOff: device.wasHourOff,
    hadLateAnswers: line.hadLateAnswers,
    sockets: line.sockets,
    session,
    pendingClearings,
    pendingRevocations,
    outboxes,
    mirrors,
    requests: line.requests,
    healedRequests: line.requests.filter(({ at }) => at >= since).length,
  }
}

async function readOutbox(db: OutboxDatabase, userId: string): Promise<OutboxReading> {
  await db.open()
  const operations = await db.operations.orderBy('[lane+pos]').toArray()
  const drafts = await db.drafts.toArray()
  const staged = await db.staged.toArray()
  const bytes = await db.files.toCollection().primaryKeys()
  db.close({ disableAutoOpen: true })
  return { userId, operations, drafts, staged, bytes }
}

async function readMirror(
  db: MirrorDatabase,
  userId: string,
  outbox: OutboxReading | undefined,
): Promise<MirrorReading> {
  await db.open()
  const chats = await db.chats.toArray()
  const messages = await db.messages.orderBy('createdAt').toArray()
  const threads = await db.threads.toArray()
  const clockOffset = await readClockOffset(db)
  const epoch = Number((await db.meta.get('epoch'))?.value)
  let rows = 0
  for (const table of db.tables) if (table.name !== 'meta') rows += await table.count()
  db.close({ disableAutoOpen: true })
  const drawn = new Map(
    chats.map(({ id }) => {
      const mine = messages.filter(({ chatId }) => chatId === id)
      const lane = outbox?.operations.filter(({ lane: of }) => of === id) ?? []
      return [id, mergeThread(mine, lane).map(({ key }) => key)]
    }),
  )
  return { userId, chats, messages, threads, rows, epoch, clockOffset, drawn }
}
