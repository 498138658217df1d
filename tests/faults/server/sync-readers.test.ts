import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import type { Chat, Message } from '#src/contract/chats.ts'
import { readFrame } from '#src/contract/frames.ts'
import { syncPageSchema, type SyncPage } from '#src/contract/sync-page.ts'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { createClient, makeKey, openStaffSocket, signIn, type Client } from '#tests/support/api-client.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Readers of the log while 50 write at once (E3): whatever each of them keeps is the table in the end. */
const WRITERS = 50
const WRITES = Number(process.env['FAULT_WRITES'] ?? 3)
/** Entries that each reader asks for at once; 0: it takes frames where they follow, and pulls where they do not (I2). */
const READERS = [1, 7, 100, 1_000, 0]
const PAGE = 50
const TEST_MS = 300_000

/** What a console keeps, by the rules of DESIGN section 3. */
interface Mirror {
  cursor: string
  chats: Map<string, Chat>
  messages: Map<string, Message>
  /** In the order in which they came, each once. */
  order: string[]
}

let server: TestServer
let agent: Client
const guests: Client[] = []

beforeAll(async () => {
  const chats = Array.from({ length: WRITERS }, (_, index) =>
    makeChat(`busy-${index}`, { holder: refTo('agent'), pausedAt: new Date(), size: 1 }),
  )
  server = await startTestServer({ hotel: { chats } })
  agent = await signIn(server, 'agent')
  for (let index = 0; index < WRITERS; index += 1) {
    const session = { chatId: `busy-${index}`, guestId: `guest-busy-${index}` }
    guests.push(
      createClient(server, await server.context.store.transact((tx) => createGuestSession(tx, session))),
    )
  }
})
afterAll(() => server.stop())

async function pull(cursor: string | null, limit: number): Promise<SyncPage> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) })
  const { status, body } = await agent.call(`/api/sync?${query.toString()}`)
  expect(status).toBe(200)
  return v.parse(syncPageSchema, body)
}

async function openMirror(): Promise<Mirror> {
  const mirror: Mirror = { cursor: '', chats: new Map(), messages: new Map(), order: [] }
  let cursor: string | null = null
  for (;;) {
    const page: SyncPage = await pull(cursor, PAGE)
    keep(mirror, page.chats, page.messages)
    cursor = mirror.cursor = page.cursor
    if (!page.more) return mirror
  }
}

/** A chat of a lower `rev` never overwrites one of a higher (I4). */
function keep(mirror: Mirror, chats: Chat[], messages: Message[]): void {
  for (const chat of chats) {
    if ((mirror.chats.get(chat.id)?.rev ?? -1) <= (chat.rev ?? 0)) mirror.chats.set(chat.id, chat)
  }
  for (const message of messages) {
    if (!mirror.messages.has(message.id)) mirror.order.push(message.id)
    mirror.messages.set(message.id, message)
  }
}

async function catchUp(mirror: Mirror, limit: number): Promise<void> {
  for (;;) {
    const page = await pull(mirror.cursor, limit)
    expect(page.reset).toBe(false)
    keep(mirror, page.chats, page.messages)
    mirror.cursor = page.cursor
    if (!page.more) return
  }
}

/** Staff and the guest write in turn, in a chat of each writer's. */
async function write(index: number): Promise<void> {
  for (let count = 0; count < WRITES; count += 1) {
    const text = `${index} ${count}`
    const [client, path] =
      count % 2 === 0 ? [agent, `/api/takeover/send/busy-${index}`] : [guests[index], '/api/guest/messages']
    const answer = await client?.call(path, { method: 'POST', json: { text }, key: makeKey() })
    expect(answer?.status).toBeLessThan(300)
  }
}

/** Applies the frames that follow what is kept; the first that does not makes it pull. */
async function listen(mirror: Mirror, isOver: () => boolean): Promise<{ applied: number }> {
  const socket = await openStaffSocket(server, agent)
  const told = { applied: 0 }
  let at = 0
  while (!isOver() || at < socket.frames.length) {
    await waitFor('a frame', () => isOver() || at < socket.frames.length)
    for (; at < socket.frames.length; at += 1) {
      const frame = readFrame(JSON.stringify(socket.frames[at]))
      if (!frame || !('change' in frame) || !frame.change) continue
      const { prev, seq, chat, message } = frame.change
      if (prev !== mirror.cursor) continue
      keep(mirror, chat ? [chat] : [], message ? [message] : [])
      mirror.cursor = seq
      told.applied += 1
    }
    await catchUp(mirror, PAGE)
  }
  await socket.close()
  return told
}

describe(`readers of the log beside ${WRITERS} writers`, () => {
  it(
    'keep what the tables hold, each message once and in the order of the log',
    async () => {
      let isWriting = true
      const mirrors = await Promise.all(READERS.map(openMirror))
      const reading = mirrors.map(async (mirror, index) => {
        const limit = READERS[index] ?? 0
        if (limit === 0) return listen(mirror, () => !isWriting)
        while (isWriting) await catchUp(mirror, limit)
        return catchUp(mirror, limit)
      })
      await Promise.all(guests.map((_, index) => write(index)))
      isWriting = false
      await Promise.all(reading)

      const table = await openMirror()
      const inLog = await server.context.store.db
        .selectFrom('changes')
        .select('messageId')
        .where('messageId', 'is not', null)
        .orderBy('seq')
        .execute()
      const order = [...new Set(inLog.map(({ messageId }) => messageId))]
      expect(order).toHaveLength(WRITERS * WRITES)
      for (const [index, mirror] of mirrors.entries()) {
        const which = `reader of ${READERS[index] ?? 0}`
        for (const [id, chat] of table.chats) {
          const { complete: _, ...kept } = chat
          expect(mirror.chats.get(id), which).toMatchObject(kept)
        }
        expect(
          mirror.order.filter((id) => order.includes(id)),
          which,
        ).toEqual(order)
        for (const [id, message] of table.messages) expect(mirror.messages.get(id), which).toEqual(message)
      }
    },
    TEST_MS,
  )
})
