import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { discardOperation, editOperation, sendAgain, takeOverAndSend } from '#src/actions/settle-unsent.ts'
import { resolveChat, returnToBot } from '#src/actions/take-over.ts'
import { NO_CAPABILITIES } from '#src/contract/capabilities.ts'
import { BACKOFF_MAX_MS, KEY_TRUSTED_MS, MAX_AGE_MS } from '#src/domain/outbox/timing.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { openDeskAt } from '#tests/support/desk.ts'
import type { Fault, SeenCall } from '#tests/support/fault-fetch.ts'
import { openGuest } from '#tests/support/guest.ts'
import {
  isSendCall,
  isUploadCall,
  openHolding,
  queueText,
  readStates,
  queueFiles,
} from '#tests/support/holding.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let maria: Client

beforeAll(async () => {
  server = await startTestServer({
    hotel: {
      chats: [
        makeChat('asking for help', { helpAt: new Date(), holder: refTo('agent'), pausedAt: new Date() }),
      ],
    },
  })
  maria = await signIn(server, 'maria')
})
afterAll(() => server.stop())

const isTakeoverCall = (call: SeenCall) => /takeover\/(pause|play|resolve)\//.test(call.path)
const GONE: Fault = { status: 404, body: { message: 'This chat does not exist.', code: 'not_found' } }
const key = () => crypto.randomUUID()

const again = { holder: 'bot', helpAt: null, offersKeys: true }

describe('O10: age', () => {
  it('15 minutes are in time; a moment more waits for a yes, and a yes is a new age', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    desk.setLineUp(false)
    await queueText(desk, chatId, 'a while ago')
    desk.clock.advance(MAX_AGE_MS)
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['queued'])
    desk.clock.advance(1)
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held too_old'])
    desk.setLineUp(true)
    await desk.flushUntilIdle()
    expect(await guest.readStaffTexts()).toEqual([])
    const [held] = await desk.lane(chatId)
    await sendAgain(desk.workspace, held?.id ?? '', again, { now: desk.clock.now() })
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['a while ago'])
  })

  it('a negative age waits too', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'from the future')
    desk.clock.set(desk.clock.now() - 1)
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held too_old'])
  })

  it('old and in doubt: everything is pulled first, and what had arrived is gone', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'arrived long ago')
    desk.line.failNext(isSendCall, 'lose')
    await desk.flush()
    desk.clock.advance(MAX_AGE_MS + 1)
    await desk.flush()
    expect(await desk.operations()).toEqual([])
    await guest.waitForStaffTexts(['arrived long ago'])
  })

  it('old, in doubt and not arrived: held, only after a pull that succeeded', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'never arrived')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flush()
    desk.clock.advance(MAX_AGE_MS + 1)
    desk.line.failNext((call) => call.path.startsWith('/api/sync'), 'drop')
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['queued'])
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held too_old'])
  })

  it('old and in doubt in a chat that is gone by then: its key is asked, in no loop, and nobody whether to send it', async () => {
    const { desk, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'never to be known')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flush()
    desk.clock.advance(MAX_AGE_MS + 1)
    desk.line.decide((call) => {
      if (call.path === `/api/info/chats/${chatId}`) return GONE
      return isSendCall(call) ? 'error-500' : 'pass'
    })
    await desk.flush()
    const sends = () => desk.line.calls.filter(isSendCall)
    expect(sends().map(({ key }) => key)).toEqual([id, id])
    expect(await readStates(desk, chatId)).toEqual(['queued'])
    desk.clock.advance(BACKOFF_MAX_MS)
    desk.line.decide((call) => (call.path.includes(chatId) ? GONE : 'pass'))
    await desk.flush()
    expect(sends()).toHaveLength(3)
    expect(await readStates(desk, chatId)).toEqual(['failed not_found'])
    desk.line.clear()
  })

  it('old and in doubt in a chat that is refused to its writer: held, since nobody said that it is gone', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'never arrived either')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flush()
    desk.clock.advance(MAX_AGE_MS + 1)
    const isLook = ({ path }: SeenCall) => path === `/api/info/chats/${chatId}`
    desk.line.failNext(isLook, { status: 403, body: { message: 'No.', code: 'forbidden' } })
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held too_old'])
  })

  it('keys no longer offered: never resent by itself; a yes only after a warning, under a new id', async () => {
    const { desk, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'unsure')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flush()
    desk.setCapabilities(NO_CAPABILITIES)
    await desk.flushUntilIdle(60_000)
    expect(desk.line.calls.filter(isSendCall)).toHaveLength(1)
    const seen = { ...again, offersKeys: false }
    expect(await sendAgain(desk.workspace, id, seen, { now: desk.clock.now() })).toBe('ask')
    expect(await sendAgain(desk.workspace, id, seen, { now: desk.clock.now(), isConfirmed: true })).toBe(
      'done',
    )
    const [renewed] = await desk.lane(chatId)
    expect(renewed).toMatchObject({ state: 'queued', doubt: 'none' })
    expect(renewed?.id).not.toBe(id)
  })

  it('first sent over 20 days ago: a yes only after a warning', async () => {
    const { desk, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'ancient')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flush()
    desk.clock.advance(KEY_TRUSTED_MS + 1_000)
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held too_old'])
    expect(await sendAgain(desk.workspace, id, again, { now: desk.clock.now() })).toBe('ask')
  })
})

describe('Edit and Discard in doubt (DESIGN section 4, last row)', () => {
  it('settled first: had it arrived, it is a message and no draft', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'old wording')
    desk.line.failNext(isSendCall, 'lose')
    await desk.flush()
    expect(await editOperation(desk.workspace, id, { now: desk.clock.now() })).toBe('settling')
    await desk.flush()
    expect(await editOperation(desk.workspace, id, { now: desk.clock.now() })).toBe('gone')
    expect(await desk.workspace.outbox.drafts.count()).toBe(0)
    await guest.waitForStaffTexts(['old wording'])
  })

  it('still unknown: asks, then gives the text back and never sends it', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'old wording')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flush()
    expect(await discardOperation(desk.workspace, id, { now: desk.clock.now() })).toBe('settling')
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
    expect(await editOperation(desk.workspace, id, { now: desk.clock.now() })).toBe('ask')
    expect(await editOperation(desk.workspace, id, { now: desk.clock.now(), isConfirmed: true })).toBe('done')
    expect((await desk.workspace.outbox.drafts.get(chatId))?.text).toBe('old wording')
    await desk.flushUntilIdle()
    expect(await guest.readStaffTexts()).toEqual([])
  })
})

describe('takeovers, with keys (O11)', () => {
  it('a colleague came first: held back, with what is behind it', async () => {
    const guest = await openGuest(server.url)
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    await sendMessage(desk.workspace, guest.chatId, 'I am here', desk.clock.now(), 'bot')
    await maria.call(`/api/takeover/pause/${guest.chatId}`, { key: key() })
    await desk.flushUntilIdle(60_000)
    expect(await readStates(desk, guest.chatId)).toEqual(['failed holder_changed', 'queued'])
    expect(await guest.readStaffTexts()).toEqual([])
    const [pause] = await desk.lane(guest.chatId)
    await takeOverAndSend(
      desk.workspace,
      pause?.id ?? '',
      { ...again, holder: 'user-maria' },
      { now: desk.clock.now() },
    )
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['I am here'])
  })

  it('a resolve never clears a newer help request, unless the user says so', async () => {
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    const helpAt = (await desk.workspace.mirror.chats.get('asking for help'))?.chat.helpAt ?? ''
    const seenAt = new Date(Date.parse(helpAt) - 1).toISOString()
    const id = await resolveChat(desk.workspace, 'asking for help', seenAt, desk.clock.now())
    await desk.flush()
    expect(await readStates(desk, 'asking for help')).toEqual(['failed needs_help_again'])
    expect((await desk.workspace.mirror.chats.get('asking for help'))?.chat.needsHelp).toBe(true)
    await sendAgain(desk.workspace, id, { ...again, helpAt }, { now: desk.clock.now() })
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect((await desk.workspace.mirror.chats.get('asking for help'))?.chat.needsHelp).toBe(false)
  })

  it.each<[Fault]>([['lose'], ['drop']])('%s: repeated under its key, in effect once', async (fault) => {
    const { desk, chatId } = await openHolding(server)
    desk.line.failNext(isTakeoverCall, fault)
    await returnToBot(desk.workspace, chatId, 'user-agent', desk.clock.now())
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect((await desk.workspace.mirror.chats.get(chatId))?.chat.user).toBeNull()
    const keys = desk.line.calls.filter((call) => call.path.includes('/play/')).map((call) => call.key)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('uploads, with keys (O7)', () => {
  const png = {
    name: 'a.png',
    type: 'image/png' as const,
    bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).buffer,
  }

  it('the answer lost: there once, and its bytes are gone from the outbox', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueFiles(desk.workspace, chatId, [png], desk.clock.now())
    desk.line.failNext(isUploadCall, 'lose', 'html')
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect(await desk.workspace.outbox.files.count()).toBe(0)
    const files = (await guest.read()).flatMap((message) => message.attachments)
    expect(files).toMatchObject([{ contentType: 'image/png', name: 'a.png' }])
  })

  it('bytes that are gone fail it, visibly', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueFiles(desk.workspace, chatId, [png], desk.clock.now())
    await desk.workspace.outbox.files.clear()
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['failed bytes_missing'])
  })
})
