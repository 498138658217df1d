import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAgain, takeOverAndSend } from '#src/actions/settle-unsent.ts'
import { takeOver } from '#src/actions/take-over.ts'
import { StorageFullError } from '#src/db/errors.ts'
import { readThread } from '#src/db/thread.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { recover } from '#tests/support/desk.ts'
import type { Fault } from '#tests/support/fault-fetch.ts'
import { fillOutbox } from '#tests/support/full-storage.ts'
import { openGuest } from '#tests/support/guest.ts'
import { isSendCall, openHolding, queueText, readStates } from '#tests/support/holding.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let maria: Client

beforeAll(async () => {
  server = await startTestServer()
  maria = await signIn(server, 'maria')
})
afterAll(() => server.stop())

const key = () => crypto.randomUUID()

const again = { holder: 'bot', helpAt: null, offersKeys: true }

describe('sending, with keys (DESIGN section 4)', () => {
  it("2xx: the row is in the mirror under the operation's identity, the operation is gone", async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'good\nevening')
    await desk.flush()
    expect(await desk.operations()).toEqual([])
    const { entries } = await readThread(desk.workspace, chatId, 20)
    expect(entries.at(-1)).toMatchObject({
      type: 'message',
      key: id,
      message: { text: 'good\nevening', clientId: id },
    })
    expect(await guest.readStaffTexts()).toEqual(['good\nevening'])
  })

  it.each<[Fault]>([['lose'], ['drop'], ['html'], ['half-json'], ['error-500']])(
    '%s: the doubt stays, it is sent again under the same key, and the guest has it once',
    async (fault) => {
      const { desk, guest, chatId } = await openHolding(server)
      const id = await queueText(desk, chatId, 'once')
      desk.line.failNext(isSendCall, fault, fault)
      await desk.flush()
      expect(await desk.lane(chatId)).toMatchObject([{ id, state: 'queued', doubt: 'keyed', attempts: 1 }])
      await desk.flushUntilIdle()
      expect(await desk.operations()).toEqual([])
      expect(new Set(desk.line.calls.filter(isSendCall).map((call) => call.key))).toEqual(new Set([id]))
      expect(desk.line.calls.filter(isSendCall)).toHaveLength(3)
      await guest.waitForStaffTexts(['once'])
    },
  )

  it('429: queued after Retry-After, in no doubt', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'busy')
    desk.line.failNext(isSendCall, 'busy')
    const { wakeAt } = await desk.flush()
    expect(wakeAt).toBe(desk.clock.now() + 3_000)
    expect(await desk.lane(chatId)).toMatchObject([{ state: 'queued', doubt: 'none', firstSentAt: null }])
    await desk.flush()
    expect(desk.line.calls.filter(isSendCall)).toHaveLength(1)
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['busy'])
  })

  it('401: queued, in no doubt, and the flush pauses for this user', async () => {
    const { desk, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'later')
    await queueText(desk, chatId, 'and later')
    desk.line.failNext(isSendCall, 'unauthorized')
    expect(await desk.flush()).toMatchObject({ isUnauthorized: true })
    expect(desk.unauthorized()).toBe(1)
    expect(await desk.lane(chatId)).toMatchObject([{ state: 'queued', doubt: 'none' }, { state: 'queued' }])
    expect(desk.line.calls.filter(isSendCall)).toHaveLength(1)
  })

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'too_large'],
    [415, 'wrong_type'],
    [422, 'refused'],
  ])('%i: failed with the reason %s, and its lane waits (O2)', async (status, code) => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'first')
    await queueText(desk, chatId, 'second')
    desk.line.failNext(isSendCall, { status, body: { message: 'No.', code: 'whatever' } })
    await desk.flushUntilIdle(60_000)
    expect(await readStates(desk, chatId)).toEqual([`failed ${code}`, 'queued'])
    const [failed] = await desk.lane(chatId)
    expect(await sendAgain(desk.workspace, failed?.id ?? '', again, { now: desk.clock.now() })).toBe('done')
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['first', 'second'])
  })

  it('not held any more: refused by the environment, then Take over and send', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await maria.call(`/api/takeover/pause/${chatId}`, { key: key() })
    await queueText(desk, chatId, 'mine?')
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['failed not_held'])
    const [failed] = await desk.lane(chatId)
    expect(failed).toMatchObject({ reason: { holder: { id: 'user-maria', name: 'Maria' } } })
    const seen = { ...again, holder: 'user-maria' }
    expect(await takeOverAndSend(desk.workspace, failed?.id ?? '', seen, { now: desk.clock.now() })).toBe(
      'done',
    )
    expect((await desk.lane(chatId)).map((operation) => operation.kind)).toEqual(['pause', 'send'])
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['mine?'])
  })

  it('O2: lanes are independent; one chat that fails holds nothing else back', async () => {
    const one = await openHolding(server)
    const { desk } = one
    const other = await openGuest(server.url)
    await desk.sync()
    await takeOver(desk.workspace, other.chatId, 'bot', desk.clock.now())
    await queueText(desk, one.chatId, 'stuck')
    await queueText(desk, other.chatId, 'through')
    desk.line.failNext((call) => isSendCall(call) && call.path.endsWith(one.chatId), 'drop')
    await desk.flush()
    await other.waitForStaffTexts(['through'])
    expect(await readStates(desk, one.chatId)).toEqual(['queued'])
  })

  it('a message that arrives by the change log before the answer settles it', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'two roads')
    desk.line.failNext(isSendCall, 'lose')
    await desk.flush()
    await desk.sync()
    expect(await desk.operations()).toEqual([])
    await desk.flushUntilIdle()
    expect(desk.line.calls.filter(isSendCall)).toHaveLength(1)
    await guest.waitForStaffTexts(['two roads'])
  })

  it('without a line nothing is tried, so that nothing gets into doubt for nothing', async () => {
    const { desk, chatId } = await openHolding(server)
    desk.setLineUp(false)
    await queueText(desk, chatId, 'offline')
    await desk.flush()
    expect(desk.line.calls.filter(isSendCall)).toEqual([])
    expect(await desk.lane(chatId)).toMatchObject([{ state: 'queued', doubt: 'none' }])
  })
})

describe('holders that die (O4, O5)', () => {
  it('what a dead tab left on the wire goes on under its key, once', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'orphan')
    desk.line.failNext(isSendCall, 'hang')
    const dying = desk.flush()
    await expect.poll(() => desk.line.hanging()).toBe(1)
    await recover(desk)
    expect(await desk.lane(chatId)).toMatchObject([{ id, state: 'queued', doubt: 'keyed', claim: null }])
    await desk.flushUntilIdle()
    desk.line.release()
    await dying
    expect(await desk.operations()).toEqual([])
    await guest.waitForStaffTexts(['orphan'])
  })

  it("a stolen-from holder's late failure does not undo what its successor did", async () => {
    const { desk, guest, chatId } = await openHolding(server)
    await queueText(desk, chatId, 'stolen')
    let fail: (error: Error) => void = () => undefined
    const inner = desk.context.target.fetch
    const hanging = new Promise<Response>((_, reject) => (fail = reject))
    desk.context.target = { ...desk.context.target, fetch: () => hanging }
    const late = desk.flush()
    await expect.poll(async () => (await desk.lane(chatId))[0]?.state).toBe('sending')
    desk.context.target = { ...desk.context.target, fetch: inner }
    await recover(desk)
    const [queued] = await desk.lane(chatId)
    fail(new TypeError('late'))
    await late
    expect(await desk.lane(chatId)).not.toMatchObject([{ state: 'sending' }])
    expect(queued?.state).toBe('queued')
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['stolen'])
  })

  it('an outcome that could not be stored does not leave it sending for ever', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'unstored')
    // As after a storage failure between the answer and its record: sending, under this engine's own claim.
    const [operation] = await desk.lane(chatId)
    if (!operation) throw new Error('unreachable')
    await desk.workspace.outbox.operations.update(id, { state: 'sending', claim: 'desk:1', doubt: 'keyed' })
    await desk.flushUntilIdle()
    await guest.waitForStaffTexts(['unstored'])
  })
})

describe('a lane that throws (a full device)', () => {
  it('ends nothing: the flush is over only once no attempt runs any more, and the others went out', async () => {
    const { desk, guest, chatId } = await openHolding(server)
    const other = await openGuest(server.url)
    await other.say('hello')
    await desk.sync()
    await takeOver(desk.workspace, other.chatId, 'bot', desk.clock.now())
    await desk.flush()
    const storage = await fillOutbox(desk.workspace, 'operations')
    await queueText(desk, chatId, 'on its way')
    await queueText(desk, other.chatId, 'to a full device')
    desk.line.decide((call) => {
      if (!isSendCall(call)) return 'pass'
      if (call.path.includes(chatId)) return 'hang'
      // What came of it can't be stored: at once, and after room was made.
      storage.fail(2)
      return 'error-500'
    })
    let isOver = false
    const flushing = desk.flush().finally(() => (isOver = true))
    flushing.catch(() => undefined)
    await waitFor('the device to be full', () => storage.failed() === 2)
    await waitFor('the other to be on its way', () => desk.line.hanging() === 1)
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
    desk.line.release()
    await expect(flushing).rejects.toThrow(StorageFullError)
    expect(await readStates(desk, chatId)).toEqual([])
    await guest.waitForStaffTexts(['on its way'])
  })
})

describe('D4: operations of a newer build', () => {
  it('are held, not sent and not deleted', async () => {
    const { desk, chatId } = await openHolding(server)
    const id = await queueText(desk, chatId, 'from tomorrow')
    await desk.workspace.outbox.operations.update(id, { version: 99 })
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['held unknown_version'])
    expect(desk.line.calls.filter(isSendCall)).toEqual([])
  })
})
