import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUEST_PAGE_MESSAGES } from '#src/contract/limits.ts'
import { makeKey, readField, signIn } from '#tests/support/api-client.ts'
import { openSpeakingGuest, type SpeakingGuest } from '#tests/support/speaking-guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { writeChanges } from '#tests/support/write-changes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
afterAll(() => server.stop())

const COUNT = GUEST_PAGE_MESSAGES + 50

/** A guest with a chat of many messages, called `m0`, `m1` and so on by their texts. */
async function openLongChat(): Promise<SpeakingGuest> {
  const guest = await openSpeakingGuest(server)
  await writeChanges(server.context, async () => ({
    value: null,
    changes: Array.from({ length: COUNT }, (_, index) => ({
      type: 'new_message' as const,
      chatId: guest.chatId,
      message: { id: `${guest.chatId}-${index}`, text: `m${index}`, sentByGuest: index % 2 === 0 },
    })),
  }))
  return guest
}
async function readTexts(guest: SpeakingGuest, query = ''): Promise<unknown[]> {
  const { status, body } = await guest.client.call(`/api/guest/messages${query}`)
  expect(status).toBe(200)
  return (Array.isArray(body) ? body : []).map((row) => readField(row, 'text'))
}
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `m${from + index}`)

describe('a guest reads their chat in pages', () => {
  it('the newest, those before and those after a message, in order', async () => {
    const guest = await openLongChat()
    const id = (index: number) => `${guest.chatId}-${index}`
    expect(await readTexts(guest)).toEqual(range(50, COUNT))
    expect(await readTexts(guest, '?limit=3')).toEqual(range(COUNT - 3, COUNT))
    expect(await readTexts(guest, `?before=${id(50)}`)).toEqual(range(0, 50))
    expect(await readTexts(guest, `?before=${id(50)}&limit=2`)).toEqual(['m48', 'm49'])
    expect(await readTexts(guest, `?after=${id(9)}`)).toEqual(range(10, 10 + GUEST_PAGE_MESSAGES))
    expect(await readTexts(guest, `?after=${id(9)}&limit=1`)).toEqual(['m10'])
    expect(await readTexts(guest, `?after=${id(COUNT - 1)}`)).toEqual([])
    expect(await readTexts(guest, '?after=unknown')).toEqual(range(50, COUNT))
    expect((await guest.client.call('/api/guest/messages?before=unknown')).status).toBe(404)
    for (const limit of ['0', '201', 'x'])
      expect((await guest.client.call(`/api/guest/messages?limit=${limit}`)).status).toBe(400)
  })
})

describe('a guest is shown', () => {
  it('of staff the name alone, and nobody’s keys', async () => {
    const guest = await openSpeakingGuest(server)
    const agent = await signIn(server, 'agent')
    const key = makeKey()
    await agent.call(`/api/takeover/pause/${guest.chatId}`)
    await agent.call(`/api/takeover/send/${guest.chatId}`, { method: 'POST', json: { text: 'Hello' }, key })
    const { body } = await guest.client.call('/api/guest/messages')
    expect(Array.isArray(body) && body.at(-1)).toMatchObject({ text: 'Hello', user: { name: 'Agent' } })
    const said = JSON.stringify([body, (await guest.say('Thanks')).body])
    for (const hidden of ['user-agent', key, 'clientId']) expect(said).not.toContain(hidden)
  })

  it('and their key makes no message look like one of staff', async () => {
    const guest = await openSpeakingGuest(server)
    const agent = await signIn(server, 'agent')
    const key = makeKey()
    await agent.call(`/api/takeover/pause/${guest.chatId}`)
    await agent.call(`/api/takeover/send/${guest.chatId}`, { method: 'POST', json: { text: 'Mine' }, key })
    expect((await guest.say('Not yours', key)).status).toBe(201)
    const { body } = await agent.call(`/api/info/chats/${guest.chatId}/messages`)
    const keys = (Array.isArray(body) ? body : []).map((row) => readField(row, 'clientId'))
    expect(keys).toEqual([key, null])
  })
})
