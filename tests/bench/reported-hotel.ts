import { sql } from 'kysely'
import { generateScale } from '#server/demo/scale.ts'
import type { BulkChat, BulkMessage } from '#server/store/bulk/bulk-hotel.ts'
import type { Store } from '#server/store/store.ts'
import { createPostgresDatabase } from '#tests/support/postgres.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { refTo } from '#tests/support/test-hotel.ts'
import { createTestDatabase, startTestServer, type TestDatabase } from '#tests/support/test-server.ts'

export const RANGE_DAYS = 30
const DAY_MS = 86_400_000
/** `generateScale` begins a chat every three minutes. */
const CHATS_A_DAY = 480
/** In every so many chats a person answers in place of the bot. */
const EVERY_ANSWERED = 5
const STAFF = ['agent', 'maria', 'manager', 'operator']
/** What `run` starts with: as an installation, no flag saves a test's start. */
const RUN: { nodeFlags: string[]; env: Record<string, string> } = { nodeFlags: [], env: { SEED: 'none' } }

export interface HotelSize {
  /** Messages in all, and in the newest `RANGE_DAYS` days of them. */
  messages: number
  inRange: number
}

/** A built server on a hotel with messages, help requests, ratings and tickets of many days; `postgresUrl` null: embedded. */
export async function startReportedHotel(
  size: HotelSize,
  postgresUrl: string | null,
): Promise<ServerProcess> {
  const database = await openDatabase(postgresUrl)
  const filler = await startTestServer({
    database,
    hotel: {
      chats: { [Symbol.iterator]: () => describeChats(size) },
      departments: [{ id: 'desk', name: 'Desk', isAdmin: true }],
      isDemonstration: true,
    },
  })
  await addHistory(filler.context.store)
  await filler.stop()
  const { databaseUrl, dataDir } = database.settings
  const server =
    databaseUrl === null
      ? await startServerProcess({ ...RUN, copyOf: dataDir })
      : await startServerProcess({ ...RUN, env: { ...RUN.env, DATABASE_URL: databaseUrl } })
  if (databaseUrl === null) await database.remove()
  return server
}

async function openDatabase(postgresUrl: string | null): Promise<TestDatabase> {
  if (postgresUrl === null) return createTestDatabase()
  const { url, drop } = await createPostgresDatabase(postgresUrl)
  return { settings: { databaseUrl: url, dataDir: '' }, remove: drop }
}

function* describeChats({ messages, inRange }: HotelSize): Generator<BulkChat> {
  const chats = Math.round((CHATS_A_DAY * RANGE_DAYS * messages) / inRange)
  const now = new Date()
  let index = 0
  for (const { helpAt, pausedAt, holder, ...chat } of generateScale(chats, messages, now)) {
    // Nobody waits since last year.
    const isNew = now.getTime() - chat.updatedAt.getTime() < DAY_MS
    const state = { ...(helpAt && { helpAt }), ...(pausedAt && { pausedAt }), ...(holder && { holder }) }
    const user = refTo(STAFF[index % STAFF.length] ?? 'agent')
    const isAnswered = index % EVERY_ANSWERED === 0
    yield {
      ...chat,
      ...(isNew ? state : {}),
      messages: isAnswered ? chat.messages.map((message) => answerAs(message, user)) : chat.messages,
    }
    index += 1
  }
}

function answerAs(message: BulkMessage, user: ReturnType<typeof refTo>): BulkMessage {
  return message.sentByGuest ? message : { ...message, user }
}

/** Help that was given, ratings and tickets, of every so many chats; and what an installation's maintenance does. */
async function addHistory({ db }: Store): Promise<void> {
  await sql`insert into help_requests (chat_id, asked_at, ended_at)
    select id, created_at, updated_at from chats where not needs_help and right(id, 1) = '5'`.execute(db)
  await sql`insert into guest_ratings (id, chat_id, guest_id, asked_at, stars, rated_at)
    select id, id, guest_id, updated_at, 1 + messages_count % 5, updated_at from chats where right(id, 1) = '5'`.execute(
    db,
  )
  await sql`insert into tickets (id, title, description, queue_id, status, created_on)
    select id, 'Room', 'Towels', 'desk', 'closed', created_at from chats where right(id, 2) = '25'`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}
