import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStaffSocket, readField, signIn, type Answer, type Client } from '#tests/support/api-client.ts'
import type { PushDevice } from '#tests/support/push-endpoint.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** No guest waits for somebody who is gone (docs/decisions/052-removed-colleagues.md). */
const PASSWORD = 'quiet harbour light'
let hotel: PushHotel
let admin: Client
let desk: { client: Client; device: PushDevice }
let chats = 0
let chatId = ''
let users = 0
let leaving: Client
let leavingId = ''

beforeAll(async () => {
  hotel = await startPushHotel()
  admin = await signIn(hotel.server, 'admin')
  desk = await hotel.openDevice('agent')
})
beforeEach(async () => {
  chats += 1
  chatId = `left-${chats}`
  await hotel.addChat(chatId)
  await addColleague()
})
afterAll(() => hotel.stop())

/** A colleague for this test to lose; a manager, so that they can be demoted. */
async function addColleague(): Promise<void> {
  users += 1
  const name = `leaving-${users}`
  const json = { name, unsafePassword: PASSWORD, role: 1 }
  const { body } = await admin.call('/api/admin/users', { method: 'POST', json })
  leavingId = String(readField(body, 'id'))
  leaving = await signIn(hotel.server, name, PASSWORD)
}

const change = (json: unknown, by = admin) =>
  by.call(`/api/admin/users/${leavingId}`, { method: 'PUT', json })
const WAYS: [string, () => Promise<Answer>][] = [
  ['removed', () => admin.call(`/api/admin/users/${leavingId}`, { method: 'DELETE' })],
  ['demoted', () => change({ role: 0 })],
  ['signed out by a new password', () => change({ unsafePassword: 'another harbour light' })],
]
const take = () => leaving.call(`/api/takeover/pause/${chatId}`)
const send = (text: string) =>
  leaving.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text } })
const resolve = () => leaving.call(`/api/takeover/resolve/${chatId}`)
const readChat = async () => (await admin.call(`/api/info/chats/${chatId}`)).body
const ALONE = { needsHelp: true, user: null, helpAt: expect.any(String) as string }

/** The stages that the desk's device was told of this test's chat, with `ms` passed since the first. */
async function readStages(ms: number): Promise<unknown[]> {
  const begun = hotel.server.context.store.db.selectFrom('escalations').select('begunAt')
  const row = await begun.where('chatId', '=', chatId).executeTakeFirst()
  hotel.clock.now = new Date((row?.begunAt.getTime() ?? Date.now()) + ms)
  await hotel.settle()
  hotel.clock.now = null
  const told = desk.device.arrived.filter(({ payload }) => payload.tag === `chat:${chatId}`)
  return told.map(({ payload }) => (payload.kind === 'needs_help' ? payload.stage : payload.kind))
}

describe.each(WAYS)('a colleague who is %s', (_, leave) => {
  it('leaves an open question to everybody, with the alert’s usual stages', async () => {
    await take()
    await hotel.write(chatId, 'Is the pool still open?')
    expect(await readChat()).toMatchObject({ needsHelp: false, user: { id: leavingId } })
    const socket = await openStaffSocket(hotel.server, desk.client)
    expect((await leave()).status).toBeLessThan(300)
    expect(await readChat()).toMatchObject(ALONE)
    await waitFor('the consoles to know', () =>
      socket.frames.some((frame) => frame['type'] === 'needs_help' && frame['chatId'] === chatId),
    )
    await socket.close()
    expect(await readStages(0)).toEqual([0])
    expect(await readStages(120_000)).toEqual([0, 1])
    expect((await desk.client.call(`/api/takeover/pause/${chatId}?holder=bot`)).status).toBe(200)
  })

  it('alarms nobody for what they have answered or resolved', async () => {
    await hotel.write(chatId, 'Is the pool still open?')
    await take()
    await send('Until ten.')
    await leave()
    expect(await readChat()).toMatchObject({ needsHelp: false })
    chats += 1
    chatId = `left-${chats}`
    await hotel.requestHelp(chatId)
    await addColleague()
    await hotel.write(chatId, 'Is anybody there?')
    await take()
    await resolve()
    await leave()
    expect(await readChat()).toMatchObject({ needsHelp: false })
  })

  it('leaves a help request as old as it is', async () => {
    await hotel.change(chatId, { type: 'needs_help', patch: { needsHelp: true } })
    await hotel.write(chatId, 'Hello?')
    const helpAt = readField(await readChat(), 'helpAt')
    await take()
    await leave()
    expect(await readChat()).toMatchObject({ ...ALONE, helpAt })
    expect(await readStages(0)).toEqual(expect.arrayContaining([0]))
  })

  it('leaves a guest who is blocked where they are', async () => {
    await hotel.write(chatId, 'Is the pool still open?')
    await take()
    const { db } = hotel.server.context.store
    await db.updateTable('chats').set({ guestBlocked: true }).where('id', '=', chatId).execute()
    await leave()
    expect(await readChat()).toMatchObject({ needsHelp: false })
  })
})

describe('a colleague who stays', () => {
  beforeEach(async () => {
    await take()
    await hotel.write(chatId, 'Is the pool still open?')
  })

  it.each([
    ['is promoted', () => change({ role: 3 })],
    ['is called otherwise', () => change({ name: 'Somebody Else' })],
    ['signs out at the end of a shift', () => leaving.call('/api/auth', { method: 'DELETE' })],
  ])('keeps the chat where they %s', async (_, act) => {
    expect((await act()).status).toBeLessThan(300)
    expect(await readChat()).toMatchObject({ needsHelp: false, user: { id: leavingId } })
  })

  it('keeps the chat where they give themselves a new password', async () => {
    await change({ role: 4 })
    expect((await change({ unsafePassword: 'another harbour light' }, leaving)).status).toBe(200)
    expect(await readChat()).toMatchObject({ needsHelp: false, user: { id: leavingId } })
    await change({ role: 3 })
  })

  it('keeps what is answered where they are demoted, and may go on there', async () => {
    await send('Until ten.')
    await change({ role: 0, name: 'Somebody Else' })
    expect(await readChat()).toMatchObject({ user: { id: leavingId, name: 'Somebody Else' } })
    expect((await send('And from seven on.')).status).toBe(200)
  })
})

it('frees what a removed colleague has answered, for the bot to go on', async () => {
  await take()
  await send('Good evening.')
  await admin.call(`/api/admin/users/${leavingId}`, { method: 'DELETE' })
  expect(await readChat()).toMatchObject({ needsHelp: false, user: null, pausedAt: null })
})

it('leaves no guest alone who writes, or is answered, in the moment of a removal', async () => {
  const rest = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${chatId}-${number}`)
  for (const [index, id] of rest.entries()) {
    await hotel.addChat(id)
    await leaving.call(`/api/takeover/pause/${id}`)
    if (index % 2 === 0) await hotel.write(id, 'Is the pool still open?')
  }
  const send = (id: string) =>
    leaving.call(`/api/takeover/send/${id}`, { method: 'POST', json: { text: 'Until ten.' } })
  const [removed, ...answers] = await Promise.all([
    admin.call(`/api/admin/users/${leavingId}`, { method: 'DELETE' }),
    ...rest.map((id, index) => (index % 2 === 0 ? send(id) : hotel.write(id, 'Hello?'))),
  ])
  expect(removed.status).toBe(204)
  for (const [index, id] of rest.entries()) {
    const isAnswered = readField(answers[index], 'status') === 200
    await waitFor('help, an answer, or the bot', async () => {
      const chat = (await admin.call(`/api/info/chats/${id}`)).body
      expect(chat).toMatchObject({ user: null })
      const { body } = await admin.call(`/api/info/chats/${id}/messages`)
      const isByBot = Array.isArray(body) && body.length > 1
      return isAnswered
        ? readField(chat, 'needsHelp') === false
        : readField(chat, 'needsHelp') === true || isByBot
    })
  }
})
