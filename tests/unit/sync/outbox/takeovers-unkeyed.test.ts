import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { sendAgain } from '#src/actions/settle-unsent.ts'
import { resolveChat, returnToBot, takeOver } from '#src/actions/take-over.ts'
import { refreshChat } from '#src/sync/refresh.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { openDeskAt } from '#tests/support/desk.ts'
import type { Fault, SeenCall } from '#tests/support/fault-fetch.ts'
import { openGuest } from '#tests/support/guest.ts'
import { openHolding, readStates } from '#tests/support/holding.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let maria: Client

beforeAll(async () => {
  const askingForHelp = { holder: refTo('agent'), pausedAt: new Date(), helpAt: new Date() }
  server = await startTestServer({
    settings: { capabilities: 'none' },
    hotel: { chats: [makeChat('asking for help', askingForHelp), makeChat('calm', askingForHelp)] },
  })
  maria = await signIn(server, 'maria')
})
afterAll(() => server.stop())

const again = { holder: 'bot', helpAt: null, offersKeys: false }
const isPlay = (call: SeenCall) => call.path.startsWith('/api/takeover/play/')

describe('takeovers, without keys (O11)', () => {
  it('a colleague who came first is seen before anything is sent', async () => {
    const guest = await openGuest(server.url)
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    await sendMessage(desk.workspace, guest.chatId, 'hello', desk.clock.now(), 'bot')
    await maria.call(`/api/takeover/pause/${guest.chatId}`)
    await desk.flushUntilIdle(60_000)
    expect(await readStates(desk, guest.chatId)).toEqual(['failed holder_changed', 'queued'])
    expect(desk.line.calls.filter((call) => call.path.startsWith('/api/takeover/'))).toEqual([])
  })

  it('already mine: done without a call', async () => {
    const { desk, chatId } = await openHolding(server)
    const calls = desk.line.calls.length
    await takeOver(desk.workspace, chatId, 'user-agent', desk.clock.now())
    await desk.flush()
    expect(await desk.operations()).toEqual([])
    expect(desk.line.calls.slice(calls).filter((call) => call.path.startsWith('/api/takeover/'))).toEqual([])
  })

  it('a read that begins just as it is answered shows the chat as taken, never as it was', async () => {
    const guest = await openGuest(server.url)
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    const { mirror, outbox } = desk.workspace
    await takeOver(desk.workspace, guest.chatId, 'bot', desk.clock.now())
    let moment = desk.clock.now()
    vi.spyOn(desk.clock, 'now').mockImplementation(() => (moment += 1))
    let isAnswered = false
    let reads = 0
    const readings: Promise<unknown>[] = []
    outbox.operations.hook('updating', (changes, _key, _row, transaction) => {
      if (!('state' in changes) || changes.state !== 'sent') return
      transaction.on('complete', () => {
        isAnswered = true
        readings.push(refreshChat(desk.context, guest.chatId))
      })
    })
    // Of the reads after the answer only that one comes back.
    desk.line.decide((call) => {
      if (!isAnswered || call.path !== `/api/info/chats/${guest.chatId}`) return 'pass'
      reads += 1
      return reads === 1 ? 'pass' : 'hang'
    })
    const flushing = desk.flush()
    await waitFor('the read to begin', () => readings.length === 1)
    await Promise.all(readings)
    expect(await desk.operations()).toEqual([])
    expect((await mirror.chats.get(guest.chatId))?.chat.user?.id).toBe('user-agent')
    desk.line.clear()
    desk.line.release()
    await flushing
  })

  it.each<[Fault, number]>([
    ['lose', 1],
    ['drop', 2],
    ['html', 2],
  ])('%s: the chat is read again, and asked again only where the effect is missing', async (fault, calls) => {
    const { desk, chatId } = await openHolding(server)
    desk.line.failNext(isPlay, fault)
    await returnToBot(desk.workspace, chatId, 'user-agent', desk.clock.now())
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect(desk.line.calls.filter(isPlay)).toHaveLength(calls)
    expect((await desk.workspace.mirror.chats.get(chatId))?.chat.user).toBeNull()
  })

  it('three times without effect: held Delivery unknown', async () => {
    const { desk, chatId } = await openHolding(server)
    desk.line.failNext(isPlay, 'drop', 'drop', 'drop', 'drop')
    await returnToBot(desk.workspace, chatId, 'user-agent', desk.clock.now())
    await desk.flushUntilIdle()
    expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
    expect(desk.line.calls.filter(isPlay)).toHaveLength(3)
  })

  it('resolves what was seen', async () => {
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    await resolveChat(desk.workspace, 'calm', null, desk.clock.now())
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect((await desk.workspace.mirror.chats.get('calm'))?.chat.needsHelp).toBe(false)
  })

  it('a resolve never clears a newer help request: a guest message that the user has not seen', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await desk.sync()
    await resolveChat(desk.workspace, chatId, null, desk.clock.now())
    await guest.say('wait, one more thing')
    await desk.flushUntilIdle(60_000)
    expect(await readStates(desk, chatId)).toEqual(['failed needs_help_again'])
    expect(desk.line.calls.filter((call) => call.path.includes('/resolve/'))).toEqual([])
    const [failed] = await desk.lane(chatId)
    await sendAgain(desk.workspace, failed?.id ?? '', again, { now: desk.clock.now() })
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
  })
})
