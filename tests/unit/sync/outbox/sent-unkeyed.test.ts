import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SENT_PATIENCE_MS } from '#src/sync/outbox/bind-rows.ts'
import type { SeenCall } from '#tests/support/fault-fetch.ts'
import { openHolding, queueText, readStates, readThreadTexts } from '#tests/support/holding.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { capabilities: 'none' } })
})
afterAll(() => server.stop())

const isMessageRead = (call: SeenCall) => call.path.endsWith('/messages')

/** A desk whose message was accepted, and whose thread could not be read since. The line is whole again. */
async function openAccepted(text: string) {
  const holding = await openHolding(server)
  const { desk, chatId } = holding
  await queueText(desk, chatId, text)
  let reads = 0
  desk.line.decide((call) => (isMessageRead(call) && (reads += 1) > 1 ? 'drop' : 'pass'))
  await desk.flush()
  desk.line.decide(null)
  expect(await readStates(desk, chatId)).toEqual(['sent'])
  return holding
}

describe('accepted without a key, its row not read yet (DESIGN section 4, O6)', () => {
  it('accepted, but its row can not be read yet: sent, drawn once, and bound later', async () => {
    const { desk, guest, chatId } = await openAccepted('sent')
    expect(await readThreadTexts(desk, chatId)).toEqual(['(sent)'])
    await desk.sync()
    expect(await desk.operations()).toEqual([])
    expect(await readThreadTexts(desk, chatId)).toEqual(['sent'])
    await guest.waitForStaffTexts(['sent'])
  })

  it.each(['there', 'gone'])(
    'accepted, its row not read yet, and the list names its chat no more: a look of its own tells that it is %s',
    async (fate) => {
      const { desk, guest, chatId } = await openAccepted('sent')
      desk.line.failNext((call) => call.path.startsWith('/api/info/chats?'), { status: 200, body: [] })
      if (fate === 'gone')
        desk.line.failNext((call) => call.path === `/api/info/chats/${chatId}`, {
          status: 404,
          body: { message: 'Gone.', code: 'not_found' },
        })
      await desk.sync()
      expect(await desk.operations()).toEqual([])
      expect(await readThreadTexts(desk, chatId)).toEqual(fate === 'gone' ? [] : ['sent'])
      await guest.waitForStaffTexts(['sent'])
    },
  )

  it('accepted and never found under its own words: drawn as sent for a minute, then the environment’s words stand alone', async () => {
    const { desk, guest, chatId } = await openAccepted('as written')
    const { outbox } = desk.workspace
    // What an environment that rewrites its staff's words looks like from here.
    await outbox.operations.toCollection().modify({ payload: { text: 'as the environment never says it' } })
    await desk.sync()
    expect(await readStates(desk, chatId)).toEqual(['sent'])
    desk.clock.advance(SENT_PATIENCE_MS + 1)
    await desk.sync()
    expect(await desk.operations()).toEqual([])
    expect(await readThreadTexts(desk, chatId)).toEqual(['as written'])
    await guest.waitForStaffTexts(['as written'])
  })
})
