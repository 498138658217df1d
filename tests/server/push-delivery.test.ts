import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readField, type Client } from '#tests/support/api-client.ts'
import { openGuest } from '#tests/support/guest.ts'
import type { PushDevice } from '#tests/support/push-endpoint.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What a push says and to whom it goes (W3, W5), to devices that decrypt it. */
let hotel: PushHotel
beforeAll(async () => {
  hotel = await startPushHotel()
})
afterAll(() => hotel.stop())

const DAY_SECONDS = 86_400
const MAX_BYTES = 4_096
const MARIA = { id: 'user-maria', name: 'Maria' }
const waitForKinds = (device: PushDevice, ...kinds: string[]) =>
  waitFor(`${kinds.join(', ')}`, () => JSON.stringify(device.kinds()) === JSON.stringify(kinds))
/** What is left of an hour, after at most a minute of waiting. */
function expectHour(ttl: unknown): void {
  expect(Number(ttl)).toBeGreaterThan(3_540)
  expect(Number(ttl)).toBeLessThanOrEqual(3_600)
}
const signOut = (client: Client) => client.call('/api/auth', { method: 'DELETE' })

describe('a push', () => {
  it('is encrypted for the device, signed by the environment, and says when it is to be thrown away', async () => {
    const { client, device } = await hotel.openDevice('agent', { environment: 'https://hotel.example' })
    await hotel.requestHelp('first')
    await waitForKinds(device, 'needs_help')
    const push = device.arrived[0]
    const { body } = await client.call('/api/capabilities')
    const chat = (await client.call('/api/info/chats/first')).body
    expect(push?.claims).toMatchObject({
      aud: `https://127.0.0.1:${hotel.service.port}`,
      sub: 'mailto:it@hotel.example',
      publicKey: readField(readField(body, 'push'), 'publicKey'),
    })
    const seconds = Date.now() / 1_000
    expect(push?.claims.exp).toBeGreaterThan(seconds)
    expect(push?.claims.exp).toBeLessThanOrEqual(seconds + DAY_SECONDS)
    expect(push?.headers['urgency']).toBe('high')
    expectHour(push?.headers['ttl'])
    expect(push?.headers['topic']).toMatch(/^[\w-]{1,32}$/)
    expect(push?.payload).toEqual({
      version: 1,
      kind: 'needs_help',
      environment: 'https://hotel.example',
      userId: 'user-agent',
      sentAt: expect.any(String) as string,
      tag: 'chat:first',
      helpCount: 1,
      needs: { rev: readField(chat, 'rev'), chatIds: ['first'] },
      chatId: 'first',
      displayName: 'Guest of first',
      rev: readField(chat, 'rev'),
      helpAt: readField(chat, 'helpAt'),
      stage: 0,
      line: null,
    })
    await client.call('/api/takeover/pause/first')
    await waitForKinds(device, 'needs_help', 'taken')
    expect(device.arrived[1]?.headers['topic']).toBe(push?.headers['topic'])
    expect(device.arrived[1]?.headers['urgency']).toBe('normal')
    expectHour(device.arrived[1]?.headers['ttl'])
    await client.call('/api/takeover/resolve/first')
    await signOut(client)
  })

  it('carries no word of a guest, from the bot’s handover to the next message', async () => {
    const { client, device } = await hotel.openDevice('agent')
    const guest = await openGuest(hotel.server.url, 'Ana Ruiz')
    await guest.say('I want to talk to a person about the leaking ceiling')
    await waitForKinds(device, 'needs_help')
    await client.call(`/api/takeover/pause/${guest.chatId}`)
    await waitForKinds(device, 'needs_help', 'taken')
    await guest.say('The ceiling, quickly')
    await waitForKinds(device, 'needs_help', 'taken', 'new_message')
    expect(device.arrived.map(({ payload }) => readField(payload, 'displayName'))).toEqual(
      device.arrived.map(() => 'Ana Ruiz'),
    )
    expect(device.arrived.map(({ text }) => text).join('\n')).not.toMatch(/ceiling|person|colleague/i)
    await client.call(`/api/takeover/resolve/${guest.chatId}`)
    await signOut(client)
  })

  it('keeps the guest’s name back where the device hides names', async () => {
    const { client, device } = await hotel.openDevice('agent', { hideNames: true })
    await hotel.requestHelp('secret')
    await waitForKinds(device, 'needs_help')
    await hotel.change('secret', { type: 'chat_changed', patch: { needsHelp: false } })
    await waitForKinds(device, 'needs_help', 'resolved')
    expect(device.arrived.map(({ payload }) => readField(payload, 'displayName'))).not.toContain(
      'Guest of secret',
    )
    expect(device.arrived.map(({ text }) => text).join('\n')).not.toContain('Guest of')
    await signOut(client)
  })

  it('fits what push services carry, whatever guest and shift are called', async () => {
    const { client, device } = await hotel.openDevice('agent')
    const config = { shiftStart: '00:00', shiftEnd: '24:00', frequency: 'Daily', isEnabled: true }
    const { db } = hotel.server.context.store
    const rows = [
      {
        id: 'long-line',
        type: 'agentOnDuty',
        config: JSON.stringify({ ...config, message: '🛎️'.repeat(500) }),
      },
    ]
    await db.insertInto('botConfigs').values(rows).execute()
    await hotel.addChat('long-name', `${'👨‍👩‍👧'.repeat(300)}\n\u0007`)
    await hotel.change('long-name', { type: 'needs_help', patch: { needsHelp: true } })
    await waitForKinds(device, 'needs_help')
    await db.deleteFrom('botConfigs').where('id', '=', 'long-line').execute()
    expect(device.arrived[0]?.bytes).toBeLessThanOrEqual(MAX_BYTES)
    expect(String(readField(device.arrived[0]?.payload, 'line'))).toContain('🛎️')
    await hotel.change('long-name', { type: 'chat_changed', patch: { needsHelp: false } })
    await signOut(client)
  })
})

describe('new guest messages', () => {
  it('come to whoever holds the chat, on each of their devices, and to nobody else', async () => {
    const one = await hotel.openDevice('agent')
    const other = await hotel.openDevice('agent')
    const colleague = await hotel.openDevice('maria')
    await hotel.addChat('held')
    // Nothing that the bot calls a person for.
    await hotel.write('held', 'Hello')
    await one.client.call('/api/takeover/pause/held')
    await hotel.write('held', 'to the agent')
    await waitForKinds(one.device, 'new_message')
    await waitForKinds(other.device, 'new_message')
    await one.client.call('/api/takeover/send/held', { method: 'POST', json: { text: 'from the agent' } })
    await hotel.settle()
    expect([one.device.kinds(), colleague.device.kinds()]).toEqual([['new_message'], []])
    for (const { client } of [one, other, colleague]) await signOut(client)
  })

  it('are one where several wait for a device that is being sent to', async () => {
    const { client, device } = await hotel.openDevice('agent')
    await hotel.addChat('busy')
    await client.call('/api/takeover/pause/busy')
    let letGo: () => void = () => undefined
    device.answerNext({ status: 201, hold: new Promise((resolve) => (letGo = resolve)) })
    await hotel.write('busy', 'one')
    await waitForKinds(device, 'new_message')
    for (const text of ['two', 'three', 'four']) await hotel.write('busy', text)
    letGo()
    await waitForKinds(device, 'new_message', 'new_message')
    await hotel.settle()
    expect(device.kinds()).toHaveLength(2)
    await signOut(client)
  })

  it('are not sent any more once somebody else holds the chat', async () => {
    const { client, device } = await hotel.openDevice('agent')
    await hotel.addChat('passed')
    await hotel.addChat('kept')
    for (const id of ['passed', 'kept']) await client.call(`/api/takeover/pause/${id}`)
    let letGo: () => void = () => undefined
    device.answerNext({ status: 201, hold: new Promise((resolve) => (letGo = resolve)) })
    await hotel.write('kept', 'first')
    await waitForKinds(device, 'new_message')
    await hotel.write('passed', 'second')
    await client.call('/api/takeover/pass/passed', { method: 'POST', json: { userId: MARIA.id } })
    await hotel.write('kept', 'third')
    letGo()
    await waitForKinds(device, 'new_message', 'new_message')
    await hotel.settle()
    expect(device.arrived.map(({ payload }) => readField(payload, 'chatId'))).toEqual(['kept', 'kept'])
    await signOut(client)
  })
})

describe('an alert that is over', () => {
  it('is replaced by who took it, or that it is resolved, on the devices that were told', async () => {
    const told = await hotel.openDevice('agent')
    await hotel.requestHelp('over')
    await waitForKinds(told.device, 'needs_help')
    const late = await hotel.openDevice('maria')
    await late.client.call('/api/takeover/pause/over')
    await waitForKinds(told.device, 'needs_help', 'taken')
    expect(told.device.arrived[1]?.payload).toMatchObject({ by: MARIA, tag: 'chat:over', chatId: 'over' })
    await late.client.call('/api/takeover/resolve/over')
    await hotel.requestHelp('solved')
    await waitFor('both', () => [told, late].every(({ device }) => device.kinds().at(-1) === 'needs_help'))
    await late.client.call('/api/takeover/resolve/solved')
    await waitForKinds(told.device, 'needs_help', 'taken', 'needs_help', 'resolved')
    await waitForKinds(late.device, 'needs_help', 'resolved')
    expect(late.device.arrived[1]?.payload).toMatchObject({ helpCount: 0 })
    for (const { client } of [told, late]) await signOut(client)
  })

  it('is not sent any more to a device that was not told yet', async () => {
    const { client, device } = await hotel.openDevice('agent')
    let letGo: () => void = () => undefined
    device.answerNext({ status: 201, hold: new Promise((resolve) => (letGo = resolve)) })
    await hotel.requestHelp('shown')
    await waitForKinds(device, 'needs_help')
    await hotel.requestHelp('unshown')
    await hotel.server.context.push?.runner.wake()
    for (const id of ['unshown', 'shown']) {
      await hotel.change(id, { type: 'chat_changed', patch: { needsHelp: false } })
    }
    letGo()
    await waitForKinds(device, 'needs_help', 'resolved')
    await hotel.settle()
    expect(device.arrived.map(({ payload }) => readField(payload, 'chatId'))).toEqual(['shown', 'shown'])
    await signOut(client)
  })
})

describe('a device gets nothing any more', () => {
  const expectNothing = async (chatId: string, device: PushDevice) => {
    const before = device.arrived.length
    await hotel.requestHelp(chatId)
    await hotel.settle()
    expect(device.arrived).toHaveLength(before)
    await hotel.change(chatId, { type: 'chat_changed', patch: { needsHelp: false } })
  }

  it('after a sign-out, also of what was on its way', async () => {
    const { client, device } = await hotel.openDevice('agent')
    const other = await hotel.openDevice('maria')
    let letGo: () => void = () => undefined
    device.answerNext({ status: 201, hold: new Promise((resolve) => (letGo = resolve)) })
    await hotel.requestHelp('sent')
    await waitForKinds(device, 'needs_help')
    await hotel.requestHelp('on-its-way')
    await waitForKinds(other.device, 'needs_help', 'needs_help')
    await signOut(client)
    letGo()
    await hotel.settle()
    expect(device.kinds()).toEqual(['needs_help'])
    for (const id of ['sent', 'on-its-way']) {
      await hotel.change(id, { type: 'chat_changed', patch: { needsHelp: false } })
    }
    await expectNothing('after-sign-out', device)
    await signOut(other.client)
  })

  it('after its user was removed', async () => {
    const { db } = hotel.server.context.store
    const leaver = { id: 'user-leaver', username: 'leaver', name: 'Leaver', role: 0 }
    const { passwordHash } = await db
      .selectFrom('users')
      .select('passwordHash')
      .where('username', '=', 'agent')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('users')
      .values({ ...leaver, passwordHash })
      .execute()
    const { device } = await hotel.openDevice('leaver')
    await db.deleteFrom('users').where('id', '=', leaver.id).execute()
    await expectNothing('after-removal', device)
  })

  it('after its session ran out', async () => {
    const { device } = await hotel.openDevice('marketing')
    await hotel.server.context.store.db
      .updateTable('sessions')
      .set({ lastUsedAt: new Date(Date.now() - 31 * DAY_SECONDS * 1_000) })
      .where('userId', '=', 'user-marketing')
      .execute()
    await expectNothing('after-expiry', device)
  })

  it('after another user put it', async () => {
    const { client, device } = await hotel.openDevice('agent')
    const other = await hotel.openDevice('maria')
    const json = device.subscription
    await other.client.call('/api/push/subscription', { method: 'PUT', json })
    await hotel.requestHelp('changed-hands')
    await waitFor('Maria’s', () => device.arrived.length > 0)
    expect(device.arrived.map(({ payload }) => payload.userId)).toEqual([MARIA.id])
    await hotel.change('changed-hands', { type: 'chat_changed', patch: { needsHelp: false } })
    for (const one of [client, other.client]) await signOut(one)
  })
})

it('nothing came to the push service but what its devices could read', () => {
  expect(hotel.service.complaints).toEqual([])
})
