import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guestSessionSchema } from '#src/contract/guest-side.ts'
import { GUEST_MESSAGES_PER_MINUTE } from '#src/contract/limits.ts'
import { createClient, makeKey, readField, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const GUESTS = 40

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
afterAll(() => server.stop())

const db = () => server.context.store.db

interface Guest {
  client: Client
  chatId: string
  guestId: string
}

async function openGuests(count: number): Promise<Guest[]> {
  const guests: Guest[] = []
  for (let index = 0; index < count; index += 1) {
    const { body } = await createClient(server).call('/api/guest/session', { method: 'POST', json: {} })
    const { token, chatId } = v.parse(guestSessionSchema, body)
    const { guestId } = await db()
      .selectFrom('chats')
      .select('guestId')
      .where('id', '=', chatId)
      .executeTakeFirstOrThrow()
    guests.push({ client: createClient(server, token), chatId, guestId: guestId ?? '' })
  }
  return guests
}
const say = ({ client }: Guest, text: string, key = makeKey()) =>
  client.call('/api/guest/messages', { method: 'POST', json: { text }, key })
const readMessages = (guests: readonly Guest[]) =>
  db()
    .selectFrom('messages')
    .select(['id', 'chatId', 'text'])
    .where(
      'chatId',
      'in',
      guests.map(({ chatId }) => chatId),
    )
    .where('sentByGuest', '=', true)
    .orderBy('createdAt')
    .execute()
const readKeys = ({ guestId }: Guest) =>
  db().selectFrom('idempotency').select('key').where('owner', '=', `guest:${guestId}`).execute()
/** Of the limit; 0 where none is counted. */
async function countUses({ chatId }: Guest): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count::int from rate_limits join guest_sessions on key = 'guest-messages:' || token_hash
    where chat_id = ${chatId}`.execute(db())
  return rows[0]?.count ?? 0
}

describe('messages of guests who write at once (CONTRACT sections 2 and 8)', () => {
  it('are each written once and answered with their own, in fewer transactions than they are', async () => {
    const guests = await openGuests(GUESTS)
    const answers = await Promise.all(
      guests.map((guest, index) => say(guest, `Bonjour, c’est le numéro ${index}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(guests.map(() => 201))
    expect(answers.map(({ body }) => readField(body, 'text'))).toEqual(
      guests.map((_, index) => `Bonjour, c’est le numéro ${index}`),
    )
    const written = await readMessages(guests)
    expect(written).toHaveLength(GUESTS)
    for (const [index, { chatId }] of guests.entries()) {
      const id = readField(answers[index]?.body, 'id')
      expect(written.filter((message) => message.chatId === chatId).map((message) => message.id)).toEqual([
        id,
      ])
    }
    const { rows } = await sql<{ chatId: string; xmin: string; language: string | null }>`
      select chat_id, messages.xmin::text, chats.language from messages join chats on chats.id = chat_id
      where messages.id = any(${written.map(({ id }) => id)}::text[])`.execute(db())
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBeLessThan(GUESTS)
    expect(new Set(rows.map(({ language }) => language))).toEqual(new Set(['fr']))
  })

  it('are what they would be alone, also among refused ones and repeats', async () => {
    const guests = await openGuests(24)
    const [repeating, mismatching, blocked, hasty, removed, ...others] = guests
    if (!repeating || !mismatching || !blocked || !hasty || !removed) throw new Error('too few guests')
    const [known, other] = [makeKey(), makeKey()]
    const first = await say(repeating, 'once', known)
    await say(mismatching, 'this', other)
    await db().updateTable('chats').set({ guestBlocked: true }).where('id', '=', blocked.chatId).execute()
    for (let index = 0; index < GUEST_MESSAGES_PER_MINUTE; index += 1) await say(hasty, `${index}`)
    await db().deleteFrom('chats').where('id', '=', removed.chatId).execute()

    const refusedKey = makeKey()
    // Those that come first have a transaction of their own.
    const fine = others.map((guest, index) => say(guest, `fine ${index}`))
    const [again, different, forbidden, tooMany, gone] = await Promise.all([
      say(repeating, 'once', known),
      say(mismatching, 'that', other),
      say(blocked, 'may I?', refusedKey),
      say(hasty, 'one too many', refusedKey),
      say(removed, 'is somebody there?'),
    ])
    const rest = await Promise.all(fine)
    expect(again).toMatchObject({ status: 201, body: { id: readField(first.body, 'id') } })
    expect(different).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect(forbidden).toMatchObject({ status: 403 })
    expect(tooMany).toMatchObject({ status: 429 })
    expect([401, 404]).toContain(gone?.status)
    expect(rest.map(({ status, body }) => [status, readField(body, 'text')])).toEqual(
      others.map((_, index) => [201, `fine ${index}`]),
    )
    expect((await readMessages([repeating, mismatching, blocked])).map(({ text }) => text)).toEqual([
      'once',
      'this',
    ])
    // What was made before is known still, and what was refused may be tried again under its key.
    expect(await readKeys(mismatching)).toEqual([{ key: other }])
    expect(await readKeys(blocked)).toEqual([])
    expect((await readKeys(hasty)).length).toBe(GUEST_MESSAGES_PER_MINUTE)
    expect(await countUses(blocked)).toBe(0)
    expect(await countUses(repeating)).toBe(1)
    expect(await countUses(mismatching)).toBe(1)
    expect(await countUses(hasty)).toBe(GUEST_MESSAGES_PER_MINUTE)
    await db().updateTable('chats').set({ guestBlocked: false }).where('id', '=', blocked.chatId).execute()
    expect(await say(blocked, 'may I?', refusedKey)).toMatchObject({ status: 201 })
  })

  it('are none the worse for one that the database refuses', async () => {
    await sql`create function refuse_word() returns trigger language plpgsql as $$
      begin if new.text = 'refuse me' then raise 'refused'; end if; return new; end $$`.execute(db())
    await sql`create trigger refuse_word before insert on messages for each row execute function refuse_word()`.execute(
      db(),
    )
    const guests = await openGuests(20)
    const answers = await Promise.all(
      guests.map((guest, index) => say(guest, index === 9 ? 'refuse me' : `good ${index}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(guests.map((_, index) => (index === 9 ? 500 : 201)))
    expect(await readMessages(guests)).toHaveLength(guests.length - 1)
    await sql`drop function refuse_word cascade`.execute(db())
  })

  it('sent twice at once under one key are one', async () => {
    const guests = await openGuests(12)
    const keys = guests.map(() => makeKey())
    const send = () => guests.map((guest, index) => say(guest, `twice ${index}`, keys[index]))
    const answers = await Promise.all([...send(), ...send(), ...send()])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await readMessages(guests)).toHaveLength(guests.length)
    for (const [index, { body }] of answers.entries())
      expect(readField(body, 'text')).toBe(`twice ${index % guests.length}`)
  })
})
