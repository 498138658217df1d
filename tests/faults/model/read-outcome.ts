import { IDBKeyRange } from 'fake-indexeddb'
import { MIRROR_PREFIX, MIRROR_SCHEMA, MirrorDatabase } from '#src/db/mirror/database.ts'
import { OutboxDatabase } from '#src/db/outbox/database.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { readPendingClearings } from '#src/db/session/pending-clearings.ts'
import { mergeThread } from '#src/db/thread.ts'
import type { DeviceReading, MirrorReading, Outcome, OutboxReading } from '../invariants/outcome.ts'
import { ORIGIN, type Desk, type Hotel } from './hotel.ts'

const MIRROR = `${MIRROR_PREFIX}${MIRROR_SCHEMA}:${ORIGIN}:`
const OUTBOX = `bellhop-outbox:${ORIGIN}:`

/** Reads all databases of all devices as they are, whoever is signed in. `since`: when all was healed, ms of the world. */
export async function readOutcome(hotel: Hotel, since: number, hasReturned: boolean): Promise<Outcome> {
  const { environment, ledger } = hotel
  const { log, effects } = environment
  const { chats } = log
  const devices: DeviceReading[] = []
  for (const desk of hotel.desks) devices.push(await readDevice(desk, since))
  return {
    manner: environment.manner,
    origin: ORIGIN,
    chats,
    changed: [...chats.values()].flatMap(({ id, updatedAt, createdAt }) =>
      updatedAt > createdAt ? [id] : [],
    ),
    threads: new Map([...chats.keys()].map((id) => [id, log.thread(id)])),
    effects,
    written: ledger.written,
    intents: ledger.intents,
    ended: ledger.ended,
    devices,
    hasReturned,
    logs: hotel.everyTab.flatMap(({ log }) => log),
  }
}

async function readDevice({ device, line, index, tabs }: Desk, since: number): Promise<DeviceReading> {
  const options = { indexedDB: device.indexedDB, IDBKeyRange }
  const names = (await device.indexedDB.databases()).flatMap(({ name }) => name ?? [])
  const outboxes: OutboxReading[] = []
  const mirrors: MirrorReading[] = []
  for (const name of names.filter((each) => each.startsWith(OUTBOX)))
    outboxes.push(await readOutbox(new OutboxDatabase(name, options), name.slice(OUTBOX.length)))
  for (const name of names.filter((each) => each.startsWith(MIRROR))) {
    const userId = name.slice(MIRROR.length)
    const outbox = outboxes.find((each) => each.userId === userId)
    mirrors.push(await readMirror(new MirrorDatabase(name, options), userId, outbox))
  }
  const sessionDb = await new SessionDatabase(options).open()
  const db = sessionDb as SessionDatabase
  const session = (await db.sessions.get(ORIGIN)) ?? null
  const pendingClearings = (await readPendingClearings(db)).length
  const pendingRevocations = await db.pendingRevocations.count()
  db.close({ disableAutoOpen: true })
  return {
    name: device.name,
    index,
    now: device.now(),
    isLookedAt: tabs.some((tab) => tab && !tab.isDead && tab.isVisible),
    wasHourOff: device.wasHourOff,
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
  db.close({ disableAutoOpen: true })
  return { userId, operations, drafts }
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
  return { userId, chats, messages, threads, rows, drawn }
}
