import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey, readField, type Client } from '#tests/support/api-client.ts'
import type { PushDevice } from '#tests/support/push-endpoint.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

/** A help request goes to ever more people until somebody hears it (W5), by a clock that the test sets. */
let hotel: PushHotel
let agent: { client: Client; device: PushDevice }
let maria: typeof agent
let manager: typeof agent
let chats = 0
let chatId = ''

beforeAll(async () => {
  hotel = await startPushHotel()
  agent = await hotel.openDevice('agent')
  maria = await hotel.openDevice('maria')
  manager = await hotel.openDevice('manager')
})
beforeEach(async () => {
  chats += 1
  chatId = `help-${chats}`
  hotel.clock.now = new Date(Date.now() + 1_000)
  await hotel.server.context.store.db.deleteFrom('botConfigs').execute()
})
afterAll(() => hotel.stop())

/** What came for this test's chat: `agent 0, maria 0` where both were alerted at the first stage. */
function readTold(): string {
  const told = Object.entries({ agent, maria, manager }).flatMap(([name, { device }]) =>
    device.arrived
      .filter(({ payload }) => payload.tag === `chat:${chatId}`)
      .map(({ payload }) => `${name} ${payload.kind === 'needs_help' ? payload.stage : payload.kind}`),
  )
  return told.sort().join(', ')
}
const findAlert = () =>
  hotel.server.context.store.db
    .selectFrom('escalations')
    .selectAll()
    .where('chatId', '=', chatId)
    .executeTakeFirst()
/** Asks for help, sends the first stage, and gives when it began. */
async function requestHelp(): Promise<Date> {
  await hotel.requestHelp(chatId)
  const begunAt = (await findAlert())?.begunAt
  await hotel.settle()
  if (!begunAt) throw new Error('no alert has begun')
  return begunAt
}
async function goTo(begunAt: Date, ms: number): Promise<string> {
  hotel.clock.now = new Date(begunAt.getTime() + ms)
  await hotel.settle()
  return readTold()
}
const addShift = (id: string, fields: Record<string, unknown>) =>
  hotel.server.context.store.db
    .insertInto('botConfigs')
    .values({
      id,
      type: 'agentOnDuty',
      config: JSON.stringify({
        isEnabled: true,
        shiftStart: '00:00',
        shiftEnd: '24:00',
        frequency: 'Daily',
        message: '',
        ...fields,
      }),
    })
    .execute()

describe('a chat that needs help', () => {
  it('alerts those on duty at once, after 2 minutes, and with the managers after 5', async () => {
    await addShift('agents', { userIds: ['user-agent'], message: 'Desk 1' })
    const begunAt = await requestHelp()
    expect(readTold()).toBe('agent 0')
    expect(await goTo(begunAt, 119_999)).toBe('agent 0')
    expect(await goTo(begunAt, 120_000)).toBe('agent 0, agent 1')
    expect(await goTo(begunAt, 299_999)).toBe('agent 0, agent 1')
    expect(await goTo(begunAt, 300_000)).toBe('agent 0, agent 1, agent 2, manager 2')
    expect(await goTo(begunAt, 3_600_000)).toBe('agent 0, agent 1, agent 2, manager 2')
    expect(await findAlert()).toBeUndefined()
    const lines = [agent, manager].map(({ device }) => readField(device.arrived.at(-1)?.payload, 'line'))
    expect(lines).toEqual(['Desk 1', null])
  })

  it('alerts everybody who is signed in where no shift is configured', async () => {
    await requestHelp()
    expect(readTold()).toBe('agent 0, manager 0, maria 0')
  })

  it('asks who is on duty anew at each stage', async () => {
    await addShift('agents', { userIds: ['user-agent'] })
    const begunAt = await requestHelp()
    await hotel.server.context.store.db.deleteFrom('botConfigs').execute()
    await addShift('relief', { userIds: ['user-maria'] })
    expect(await goTo(begunAt, 120_000)).toBe('agent 0, maria 1')
  })

  it('alerts nobody any more once somebody takes it, also where they ask twice', async () => {
    const begunAt = await requestHelp()
    const key = makeKey()
    for (let count = 0; count < 2; count += 1) {
      expect((await maria.client.call(`/api/takeover/pause/${chatId}`, { key })).status).toBe(200)
    }
    const after = 'agent 0, agent taken, manager 0, manager taken, maria 0, maria taken'
    expect(await goTo(begunAt, 120_000)).toBe(after)
    expect(await goTo(begunAt, 300_000)).toBe(after)
  })

  it('alerts nobody any more once it is resolved between two stages', async () => {
    const begunAt = await requestHelp()
    await goTo(begunAt, 120_000)
    await agent.client.call(`/api/takeover/resolve/${chatId}`)
    expect(await goTo(begunAt, 300_000)).toBe(
      ['agent 0, agent 1, agent resolved', 'manager 0, manager 1, manager resolved']
        .concat('maria 0, maria 1, maria resolved')
        .join(', '),
    )
    expect(await findAlert()).toBeUndefined()
  })

  it('keeps its times where the guest asks again', async () => {
    await addShift('agents', { userIds: ['user-agent'] })
    const begunAt = await requestHelp()
    await goTo(begunAt, 110_000)
    await hotel.change(chatId, { type: 'needs_help', patch: { needsHelp: true } })
    expect(await goTo(begunAt, 119_999)).toBe('agent 0')
    expect(await goTo(begunAt, 120_000)).toBe('agent 0, agent 1')
  })

  it('begins anew where it is given back to the bot unresolved', async () => {
    await addShift('agents', { userIds: ['user-agent'] })
    await requestHelp()
    await maria.client.call(`/api/takeover/pause/${chatId}`)
    await hotel.settle()
    await maria.client.call(`/api/takeover/play/${chatId}`)
    hotel.clock.now = new Date(Date.now() + 1_000)
    await hotel.settle()
    expect(readTold()).toBe('agent 0, agent 0, agent taken')
    await maria.client.call(`/api/takeover/resolve/${chatId}`)
    await maria.client.call(`/api/takeover/play/${chatId}`)
    await hotel.settle()
    expect(readTold()).toBe('agent 0, agent 0, agent resolved, agent taken')
  })

  it('alerts nobody where somebody holds it already', async () => {
    await hotel.addChat(chatId)
    await maria.client.call(`/api/takeover/pause/${chatId}`)
    await hotel.change(chatId, { type: 'needs_help', patch: { needsHelp: true } })
    await hotel.settle()
    expect([readTold(), await findAlert()]).toEqual(['', undefined])
  })

  it('alerts the widest circle once, where nobody could be alerted for long', async () => {
    await addShift('agents', { userIds: ['user-agent'] })
    hotel.clock.now = new Date(0)
    const begunAt = await requestHelp()
    expect(readTold()).toBe('')
    expect(await goTo(begunAt, 900_000)).toBe('agent 2, manager 2')
    expect(await findAlert()).toBeUndefined()
  })

  it('alerts nobody where the chat needs no help any more, whatever its row says', async () => {
    await hotel.addChat(chatId)
    const begunAt = new Date()
    const row = { chatId, begunAt, stage: 0, dueAt: begunAt }
    await hotel.server.context.store.db.insertInto('escalations').values(row).execute()
    await hotel.settle()
    expect([readTold(), await findAlert()]).toEqual(['', undefined])
  })
})
