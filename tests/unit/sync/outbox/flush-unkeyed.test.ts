import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAgain } from '#src/actions/settle-unsent.ts'
import { readThread } from '#src/db/thread.ts'
import { MAX_AGE_MS } from '#src/domain/outbox/timing.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { openDeskAt, recover } from '#tests/support/desk.ts'
import type { Fault, SeenCall } from '#tests/support/fault-fetch.ts'
import {
  isSendCall,
  isUploadCall,
  openHolding,
  queueText,
  readStates,
  readThreadTexts,
  queueFiles,
} from '#tests/support/holding.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

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

const isMessageRead = (call: SeenCall) => call.path.endsWith('/messages')
const again = { holder: 'bot', helpAt: null, offersKeys: false }
const PNG_BYTES = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]
const png = {
  name: 'a.png',
  type: 'image/png' as const,
  bytes: Uint8Array.from(PNG_BYTES).buffer,
}

describe('sending, without keys (DESIGN section 4)', () => {
  it('sends no key and no extension; the answer has no row, the row is read and bound under the same identity', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'line one\nline two')
    await desk.flushUntilIdle()
    expect(desk.line.calls.map((call) => call.key).filter(Boolean)).toEqual([])
    expect(desk.line.calls.filter((call) => /holder=|helpAt=|cursor=|limit=/.test(call.path))).toEqual([])
    expect(await desk.operations()).toEqual([])
    const { entries } = await readThread(desk.workspace, chatId, 50)
    expect(entries.at(-1)).toMatchObject({ type: 'message', key: id })
    await guest.waitForStaffTexts(['line one\nline two'])
  })

  it.each<[Fault]>([['lose'], ['drop'], ['html'], ['error-500'], ['half-json']])(
    '%s: uncertain, never sent again by itself',
    async (fault) => {
      const { desk, guest, chatId } = await openHolding(server)
      await queueText(desk, chatId, 'fate')
      desk.line.failNext(isSendCall, fault)
      await desk.flushUntilIdle()
      expect(desk.line.calls.filter(isSendCall)).toHaveLength(1)
      if (fault === 'lose') {
        expect(await desk.operations()).toEqual([])
        await guest.waitForStaffTexts(['fate'])
      } else {
        expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
        expect(await guest.readStaffTexts()).toEqual([])
      }
    },
  )

  it('what the browser repeated stands there twice, in the thread and as what was said last; what is written after it binds to neither', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'yes')
    desk.line.failNext(isSendCall, 'repeat')
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect(await readThreadTexts(desk, chatId)).toEqual(['yes', 'yes'])
    const first = (await readThread(desk.workspace, chatId, 50)).entries.slice(-2)
    const rows = (await guest.read()).slice(-2)
    expect(first.map(({ key }) => key)).toEqual([id, rows[1]?.id])
    const listed = await desk.workspace.mirror.chats.get(chatId)
    expect(listed?.preview).toMatchObject({ messageId: rows[1]?.id, text: 'yes' })
    expect(listed?.chat.messagesCount).toBe((await guest.read()).length)

    const second = await queueText(desk, chatId, 'yes')
    desk.line.failNext(isSendCall, 'lose')
    await desk.flushUntilIdle()
    expect(await readThreadTexts(desk, chatId)).toEqual(['yes', 'yes', 'yes'])
    const { entries } = await readThread(desk.workspace, chatId, 50)
    expect(entries.slice(-3).map(({ key }) => key)).toEqual([id, rows[1]?.id, second])
    await guest.waitForStaffTexts(['yes', 'yes', 'yes'])
  })

  it('what the browser repeated and what was lost on its way: the one that nobody has is not taken for the repeat', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'yes')
    await queueText(desk, chatId, 'yes')
    desk.line.failNext(isSendCall, 'repeat', 'drop')
    await desk.flushUntilIdle()
    expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
    expect(await readThreadTexts(desk, chatId)).toEqual(['yes', 'yes', '(yes)'])
    await guest.waitForStaffTexts(['yes', 'yes'])
  })

  it('only successful reads count towards Delivery unknown', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'patience')
    desk.line.failNext(isSendCall, 'drop')
    const isSent = () => desk.line.calls.some(isSendCall)
    desk.line.decide((call) => (isMessageRead(call) && isSent() ? 'error-500' : 'pass'))
    for (let minute = 0; minute < 3; minute += 1) {
      await desk.flush()
      desk.clock.advance(60_000)
    }
    expect(await readStates(desk, chatId)).toEqual(['uncertain'])
    desk.line.decide(null)
    await desk.flushUntilIdle()
    expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
  })

  it('a row that appears after it was held still binds (O6)', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'slow boat')
    desk.line.failNext(isSendCall, 'hang')
    const late = desk.flush()
    await expect.poll(() => desk.line.hanging()).toBe(1)
    await recover(desk)
    await desk.flushUntilIdle()
    expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
    desk.line.release()
    await late
    await desk.sync()
    expect(await desk.operations()).toEqual([])
    await guest.waitForStaffTexts(['slow boat'])
  })

  it('equal texts: one row serves one operation', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    for (const text of ['ok', 'ok', 'ok']) await queueText(desk, chatId, text)
    desk.line.failNext(isSendCall, 'lose', 'pass', 'drop')
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['ok', 'ok'])
    expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
    expect(await readThreadTexts(desk, chatId)).toEqual(['ok', 'ok', '(ok)'])
  })

  it('what I wrote before is not mistaken for what is on the wire', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const other = await openDeskAt(server, 'agent')
    await other.sync()
    await queueText(other, chatId, 'same words')
    await other.flushUntilIdle()
    await queueText(desk, chatId, 'same words')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flushUntilIdle()
    expect(await readStates(desk, chatId)).toEqual(['held delivery_unknown'])
    await guest.waitForStaffTexts(['same words'])
  })

  it.each(['a <br> b', 'a<br/>b', 'tab\tand  spaces', '😀', '<b>bold</b> & "quoted"', ' padded '])(
    'binds %j, whatever newlines and markup it has',
    async (text) => {
      const { desk, chatId } = await openHolding(server)
      await queueText(desk, chatId, text)
      await desk.flushUntilIdle()
      expect(await desk.operations()).toEqual([])
    },
  )

  it('not mine any more: failed before anything is sent', async () => {
    const { desk, chatId } = await openHolding(server)
    await maria.call(`/api/takeover/pause/${chatId}`)
    await queueText(desk, chatId, 'too late')
    await desk.flushUntilIdle(60_000)
    expect(await desk.lane(chatId)).toMatchObject([
      { state: 'failed', reason: { code: 'not_held', holder: { name: 'Maria' } }, doubt: 'none' },
    ])
    expect(desk.line.calls.filter(isSendCall)).toEqual([])
  })

  it('the look before can not be taken: nothing is sent, it waits', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'look first')
    desk.line.failNext((call) => call.path === `/api/info/chats/${chatId}`, 'html')
    await desk.flush()
    expect(await desk.lane(chatId)).toMatchObject([{ state: 'queued', doubt: 'none', attempts: 0 }])
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['look first'])
  })

  it('401 at the look pauses the flush', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'signed out')
    desk.line.failNext((call) => call.path === `/api/info/chats/${chatId}`, 'unauthorized')
    expect((await desk.flush()).isUnauthorized && desk.unauthorized()).toBe(1)
    expect(await readStates(desk, chatId)).toEqual(['queued'])
  })

  it('a yes to Delivery unknown comes after a warning and has a new identity', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'really')
    desk.line.failNext(isSendCall, 'drop')
    await desk.flushUntilIdle()
    expect(await sendAgain(desk.workspace, id, again, { now: desk.clock.now() })).toBe('ask')
    expect(await sendAgain(desk.workspace, id, again, { now: desk.clock.now(), isConfirmed: true })).toBe(
      'done',
    )
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['really'])
    expect(await desk.operations()).toEqual([])
  })

  it('O10 holds here too', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'old')
    desk.clock.advance(MAX_AGE_MS + 1)
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held too_old'])
  })

  it('O2: three messages over a bad line arrive in order', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    for (const text of ['one', 'two', 'three']) await queueText(desk, chatId, text)
    desk.line.failNext(isSendCall, 'lose', 'busy', 'lose', 'lose')
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['one', 'two', 'three'])
    expect(await desk.operations()).toEqual([])
  })
})

describe('uploads, without keys (O6, O7)', () => {
  it.each<[Fault]>([['pass'], ['lose']])('%s: bound by type and name, its bytes gone', async (fault) => {
    const { desk, guest, chatId } = await openHolding(server)
    const [id] = await queueFiles(desk.workspace, chatId, [png], desk.clock.now())
    desk.line.failNext(isUploadCall, fault)
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect(await desk.workspace.outbox.files.count()).toBe(0)
    expect((await guest.read()).flatMap((message) => message.attachments)).toHaveLength(1)
    expect((await readThread(desk.workspace, chatId, 9)).entries.at(-1)?.key).toBe(id)
  })

  it('what the browser repeated is drawn twice', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const [id] = await queueFiles(desk.workspace, chatId, [png], desk.clock.now())
    desk.line.failNext(isUploadCall, 'repeat')
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    const files = (await guest.read()).filter(({ attachments }) => attachments.length > 0)
    const { entries } = await readThread(desk.workspace, chatId, 9)
    expect(entries.slice(-2).map(({ key }) => key)).toEqual([id, files[1]?.id])
  })
})
