import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkFile } from '#src/actions/check-file.ts'
import { askFor, markSeen, openChat } from '#src/actions/open-chat.ts'
import { saveDraft, waitForDrafts } from '#src/actions/save-draft.ts'
import { checkMessage, sendMessage } from '#src/actions/send-message.ts'
import { discardOperation, editOperation, sendAgain, takeOverAndSend } from '#src/actions/settle-unsent.ts'
import { returnToBot, takeOver } from '#src/actions/take-over.ts'
import { MAX_MESSAGE_CHARS, MAX_UPLOAD_BYTES } from '#src/contract/limits.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { queueFiles } from '#tests/support/holding.ts'
import { makeOperation } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const NOW = { now: NOON }
const SEEN = { holder: 'bot', helpAt: null, offersKeys: true }

const draftOf = async ({ outbox }: Workspace) => (await outbox.drafts.get('c'))?.text ?? ''
const kindsOf = async ({ outbox }: Workspace) =>
  (await readLane(outbox, 'c')).map((operation) => operation.kind)
const putOperation = (workspace: Workspace, ...made: Parameters<typeof makeOperation>) =>
  workspace.outbox.operations.put({ ...makeOperation(...made), lane: 'c' })

describe('Enter (O1)', () => {
  it('hands the text over once: the operation in, the draft out', async () => {
    const { workspace } = await openDevice()
    await saveDraft(workspace, 'c', ' hello ', NOON)
    const id = await sendMessage(workspace, 'c', ' hello ', NOON)
    expect(await readLane(workspace.outbox, 'c')).toMatchObject([
      { id, pos: 1, payload: { text: 'hello' }, state: 'queued' },
    ])
    expect(await draftOf(workspace)).toBe('')
    // The field is empty now: a second Enter finds nothing.
    expect(await sendMessage(workspace, 'c', '', NOON)).toBeNull()
    expect(await kindsOf(workspace)).toEqual(['send'])
  })

  it('a draft on which another tab has typed stays', async () => {
    const { workspace } = await openDevice()
    await saveDraft(workspace, 'c', 'hello, and another thing', NOON)
    await sendMessage(workspace, 'c', 'hello', NOON)
    expect(await draftOf(workspace)).toBe('hello, and another thing')
  })

  it('a commit that fails changes nothing', async () => {
    const { workspace } = await openDevice()
    await saveDraft(workspace, 'c', 'hello', NOON)
    await workspace.outbox.meta.put({ key: 'epoch', value: 99 })
    await expect(sendMessage(workspace, 'c', 'hello', NOON)).rejects.toThrow(SessionEndedError)
    expect([await draftOf(workspace), await kindsOf(workspace)]).toEqual(['hello', []])
  })

  it('with a takeover before it, in one transaction', async () => {
    const { workspace } = await openDevice()
    await sendMessage(workspace, 'c', 'hello', NOON, 'bot')
    expect(await kindsOf(workspace)).toEqual(['pause', 'send'])
    expect((await readLane(workspace.outbox, 'c'))[0]?.expects).toEqual({ holder: 'bot' })
  })

  it('messages of one chat keep their order, whatever their ids', async () => {
    const { workspace } = await openDevice()
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => sendMessage(workspace, 'c', text, NOON)))
    const lane = await readLane(workspace.outbox, 'c')
    expect(lane.map((operation) => operation.pos)).toEqual([1, 2, 3, 4])
    expect(lane.map(({ payload }) => payload)).toEqual(['a', 'b', 'c', 'd'].map((text) => ({ text })))
  })

  it.each([
    ['', 'empty'],
    [' \n\t\u00a0', 'empty'],
    ['\u2800\u200b\u00ad\u2060'.repeat(1_000), 'empty'],
    ['👍', null],
    ['x'.repeat(MAX_MESSAGE_CHARS), null],
    [` ${'x'.repeat(MAX_MESSAGE_CHARS)} `, null],
    ['x'.repeat(MAX_MESSAGE_CHARS + 1), 'too-long'],
  ])('checks the text (case %#)', (text, problem) => {
    expect(checkMessage(text)).toBe(problem)
  })

  it('what can not be sent is not queued, and its draft stays', async () => {
    const { workspace } = await openDevice()
    const long = 'x'.repeat(MAX_MESSAGE_CHARS + 1)
    await saveDraft(workspace, 'c', long, NOON)
    expect(await sendMessage(workspace, 'c', long, NOON)).toBeNull()
    expect([await draftOf(workspace), await kindsOf(workspace)]).toEqual([long, []])
  })
})

describe('a reload that waits for what was typed (W2)', () => {
  it('finds the last letter of many that were typed at once', async () => {
    const { workspace } = await openDevice()
    // What is asked is whether it waits for all of them, not whether a busy machine keeps them within its second.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const text = 'a sentence that is not finished'
    const kept = vi.fn()
    for (let end = 1; end <= text.length; end += 1)
      void saveDraft(workspace, 'c', text.slice(0, end), NOON + end).then(kept)
    await waitForDrafts(workspace)
    expect(kept).toHaveBeenCalledTimes(text.length)
    expect(await draftOf(workspace)).toBe(text)
  })

  it('comes all the same where nothing can be kept any more', async () => {
    const device = await openDevice()
    device.close()
    await expect(waitForDrafts(device.workspace)).resolves.toBeUndefined()
  })
})

describe('ways out of an unsent operation (DESIGN section 4)', () => {
  it('Edit puts the text before what is typed already', async () => {
    const { workspace } = await openDevice()
    const id = (await sendMessage(workspace, 'c', 'first', NOON)) ?? ''
    await saveDraft(workspace, 'c', 'second', NOON)
    expect(await editOperation(workspace, id, NOW)).toBe('done')
    expect([await draftOf(workspace), await kindsOf(workspace)]).toEqual(['first\nsecond', []])
    expect(await editOperation(workspace, id, NOW)).toBe('gone')
  })

  it.each(['sending', 'sent'] as const)('nothing can be taken back while it is %s', async (state) => {
    const { workspace } = await openDevice()
    const progress =
      state === 'sending'
        ? { state, claim: 'c', reason: null }
        : { state, claim: null, reason: null, sentAt: NOON }
    await putOperation(workspace, {}, undefined, progress)
    expect(await editOperation(workspace, 'op-1', NOW)).toBe('busy')
    expect(await discardOperation(workspace, 'op-1', { ...NOW, isConfirmed: true })).toBe('busy')
    expect(await sendAgain(workspace, 'op-1', SEEN, NOW)).toBe('busy')
    expect(await kindsOf(workspace)).toEqual(['send'])
  })

  it('in doubt: settled first, also where the person has confirmed already', async () => {
    const { workspace } = await openDevice()
    await putOperation(workspace, { doubt: 'keyed' })
    expect(await discardOperation(workspace, 'op-1', { ...NOW, isConfirmed: true })).toBe('settling')
    expect((await readLane(workspace.outbox, 'c'))[0]?.state).toBe('uncertain')
  })

  it('held in doubt: only with a second word', async () => {
    const { workspace } = await openDevice()
    await putOperation(workspace, { doubt: 'keyed' }, undefined, {
      state: 'held',
      claim: null,
      reason: { code: 'delivery_unknown' },
    })
    expect(await editOperation(workspace, 'op-1', NOW)).toBe('ask')
    expect(await draftOf(workspace)).toBe('')
    expect(await editOperation(workspace, 'op-1', { ...NOW, isConfirmed: true })).toBe('done')
    expect(await draftOf(workspace)).toBe('hello')
  })

  it('Discard takes the bytes with it', async () => {
    const { workspace } = await openDevice()
    const [id] = await queueFiles(
      workspace,
      'c',
      [{ name: 'a.png', type: 'image/png', bytes: new ArrayBuffer(3) }],
      NOON,
    )
    expect(await discardOperation(workspace, id ?? '', NOW)).toBe('done')
    expect(await workspace.outbox.files.count()).toBe(0)
  })

  it('a new identity takes the bytes along', async () => {
    const { workspace } = await openDevice()
    const [id] = await queueFiles(
      workspace,
      'c',
      [{ name: 'a.png', type: 'image/png', bytes: new ArrayBuffer(3) }],
      NOON,
    )
    await workspace.outbox.operations.update(id ?? '', {
      state: 'held',
      reason: { code: 'delivery_unknown' },
      doubt: 'unkeyed',
    })
    expect(await sendAgain(workspace, id ?? '', SEEN, { ...NOW, isConfirmed: true })).toBe('done')
    const [renewed] = await readLane(workspace.outbox, 'c')
    expect(renewed?.id).not.toBe(id)
    expect(await workspace.outbox.files.toCollection().primaryKeys()).toEqual([renewed?.id])
  })

  it('Take over and send puts a takeover directly before it, behind what stands in front', async () => {
    const { workspace } = await openDevice()
    await sendMessage(workspace, 'c', 'one', NOON)
    const id = (await sendMessage(workspace, 'c', 'two', NOON)) ?? ''
    await sendMessage(workspace, 'c', 'three', NOON)
    await workspace.outbox.operations.update(id, {
      state: 'failed',
      reason: { code: 'not_held', holder: null },
    })
    await takeOverAndSend(workspace, id, { ...SEEN, holder: 'user-maria' }, NOW)
    expect(await kindsOf(workspace)).toEqual(['send', 'pause', 'send', 'send'])
    const [, pause, two] = await readLane(workspace.outbox, 'c')
    expect(pause?.expects).toEqual({ holder: 'user-maria' })
    expect(two).toMatchObject({ id, state: 'queued' })
  })
})

describe('takeovers', () => {
  it('a second tap while the first waits is the same intent; a tap the other way is not', async () => {
    const { workspace } = await openDevice()
    const id = await takeOver(workspace, 'c', 'bot', NOON)
    expect(await takeOver(workspace, 'c', 'bot', NOON)).toBe(id)
    await returnToBot(workspace, 'c', 'user-agent', NOON)
    expect(await takeOver(workspace, 'c', 'bot', NOON)).not.toBe(id)
    expect(await kindsOf(workspace)).toEqual(['pause', 'play', 'pause'])
  })
})

describe('files (CONTRACT section 5, O7)', () => {
  const file = (bytes: number[] | Uint8Array<ArrayBuffer>, name: string) =>
    new File([Uint8Array.from(bytes)], name)

  const PDF = { file: { type: 'application/pdf' } }

  it.each([
    [PNG, 'a.png', { file: { type: 'image/png' } }],
    [PNG, 'renamed.exe', { file: { type: 'image/png' } }],
    [[0x4d, 0x5a, 0, 0], 'photo.png', { problem: 'wrong-type' }],
    [[], 'a.png', { problem: 'empty' }],
    // A PDF behind a byte order mark and some blank lines.
    [
      [0xef, 0xbb, 0xbf, 0x0a, ...Array<number>(20).fill(0x0a), 0x25, 0x50, 0x44, 0x46, 0x2d],
      'bill.pdf',
      PDF,
    ],
  ])('%j named %s', async (bytes, name, checked) => {
    expect(await checkFile(file(bytes, name))).toMatchObject(checked)
  })

  it('10 MiB are accepted, a byte more is not, and is not even read', async () => {
    const whole = new Uint8Array(MAX_UPLOAD_BYTES)
    whole.set(PNG)
    expect(await checkFile(file(whole, 'a.png'))).toMatchObject({ file: { type: 'image/png' } })
    const more = Object.assign(file(PNG, 'a.png'), {
      arrayBuffer: () => Promise.reject(new Error('was read')),
    })
    Object.defineProperty(more, 'size', { value: MAX_UPLOAD_BYTES + 1 })
    expect(await checkFile(more)).toEqual({ problem: 'too-large' })
  })

  it('a file that can not be read is said so', async () => {
    const gone = Object.assign(file(PNG, 'a.png'), { arrayBuffer: () => Promise.reject(new Error('gone')) })
    expect(await checkFile(gone)).toEqual({ problem: 'unreadable' })
  })
})

describe('opening a chat', () => {
  it('is remembered, and asks for its messages and guest card once', async () => {
    const { workspace } = await openDevice()
    await openChat(workspace, 'c', NOON)
    await openChat(workspace, 'c', NOON + 1)
    await askFor(workspace, { kind: 'older', chatId: 'c' }, NOON)
    expect((await workspace.mirror.threads.get('c'))?.openedAt).toBe(NOON + 1)
    expect(await workspace.mirror.fetchRequests.toCollection().primaryKeys()).toEqual([
      'guest-card:c',
      'older:c',
      'thread:c',
    ])
  })

  it('what was seen is never seen less', async () => {
    const { workspace } = await openDevice()
    for (const seenAt of ['2026-01-02', '2026-01-03', '2026-01-01']) await markSeen(workspace, 'c', seenAt)
    expect((await workspace.outbox.seen.get('c'))?.seenAt).toBe('2026-01-03')
  })
})
