import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SyncPage } from '#src/contract/sync-page.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readCursor } from '#src/db/mirror/meta.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { mergeThread } from '#src/db/thread.ts'
import { writeMirror } from '#src/db/write.ts'
import { applyFrames, type HintFrame } from '#src/sync/apply-frames.ts'
import { applyNewest, applyOlder } from '#src/sync/apply-messages.ts'
import { applyPage, applyResetPage, beginReset, finishReset } from '#src/sync/apply-page.ts'
import { at, makeChatRow, makeMessageRow, makeOperation } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const EMPTY: SyncPage = {
  cursor: '0',
  more: false,
  reset: false,
  chats: [],
  messages: [],
  removed: { chats: [], messages: [] },
}
const changes = (n: number): Pick<SyncPage, 'chats' | 'messages'> => ({
  chats: [makeChatRow('c', { rev: n, messagesCount: n, updatedAt: at(n * 1_000) })],
  messages: [makeMessageRow('c', `m${n}`, n * 1_000)],
})
const page = (n: number): SyncPage => ({ ...EMPTY, ...changes(n), cursor: String(n) })
const frame = (n: number): HintFrame => {
  const { chats, messages } = changes(n)
  const change = { prev: String(n - 1), seq: String(n), chat: chats[0] ?? null, message: messages[0] ?? null }
  return { type: 'new_message', chatId: 'c', messageId: `m${n}`, change }
}

/** So many chats, a second apart, the first of them updated at `fromMs`. */
const makeChats = (count: number, fromMs: number) =>
  Array.from({ length: count }, (_, n) => makeChatRow(`chat-${n}`, { updatedAt: at(fromMs + n * 1_000) }))

async function openSynced(): Promise<Workspace> {
  const { workspace } = await openDevice()
  await applyPage(workspace, EMPTY, null, NOON)
  return workspace
}
const ids = async ({ mirror }: Workspace) => (await readAllMessages(mirror, 'c')).map((row) => row.id)

describe('applyPage (I2: a page and its cursor are one transaction)', () => {
  it('writes rows and cursor together', async () => {
    const workspace = await openSynced()
    expect(await applyPage(workspace, page(1), '0', NOON)).toBe(true)
    expect([await readCursor(workspace.mirror), await ids(workspace)]).toEqual(['1', ['m1']])
  })

  it('a page that follows another cursor than the stored one writes nothing', async () => {
    const workspace = await openSynced()
    expect(await applyPage(workspace, page(2), '1', NOON)).toBe(false)
    expect(await applyPage(workspace, page(2), null, NOON)).toBe(false)
    expect([await readCursor(workspace.mirror), await ids(workspace)]).toEqual(['0', []])
  })

  it('a page that fails in the middle leaves neither rows nor cursor', async () => {
    const workspace = await openSynced()
    const unwritable = Object.assign(makeMessageRow('c', 'm1', 0), { trap: () => 'no structured clone' })
    await expect(applyPage(workspace, { ...page(1), messages: [unwritable] }, '0', NOON)).rejects.toThrow()
    expect([await readCursor(workspace.mirror), await workspace.mirror.chats.count()]).toEqual(['0', 0])
  })

  it('removes what the environment removed', async () => {
    const workspace = await openSynced()
    await applyPage(workspace, page(1), '0', NOON)
    await applyPage(workspace, { ...page(2), removed: { chats: [], messages: ['m1'] } }, '1', NOON)
    expect(await ids(workspace)).toEqual(['m2'])
    await applyPage(workspace, { ...EMPTY, cursor: '3', removed: { chats: ['c'], messages: [] } }, '2', NOON)
    expect([await workspace.mirror.chats.count(), await ids(workspace)]).toEqual([0, []])
  })

  it('the message of an operation of ours takes it out of the outbox (DESIGN section 4, any in doubt)', async () => {
    const workspace = await openSynced()
    const { outbox } = workspace
    await outbox.operations.bulkPut([
      makeOperation({ id: 'arrived', doubt: 'keyed', lane: 'c' }),
      makeOperation({ id: 'waiting', pos: 2, lane: 'c' }),
    ])
    const message = makeMessageRow('c', 'm1', 0, { clientId: 'arrived', sentByGuest: false })
    await applyPage(workspace, { ...page(1), messages: [message] }, '0', NOON)
    expect(await outbox.operations.toCollection().primaryKeys()).toEqual(['waiting'])
    expect((await workspace.mirror.messages.get('m1'))?.operationId).toBe('arrived')
  })
})

describe('the key of a guest', () => {
  it('is none of ours, be it the same: the operation stays, and its row is another', async () => {
    const workspace = await openSynced()
    const { outbox, mirror } = workspace
    await outbox.operations.put(makeOperation({ id: 'ours', doubt: 'keyed', lane: 'c' }))
    const message = makeMessageRow('c', 'm1', 0, { clientId: 'ours', sentByGuest: true })
    await applyPage(workspace, { ...page(1), messages: [message] }, '0', NOON)
    expect(await outbox.operations.toCollection().primaryKeys()).toEqual(['ours'])
    expect((await mirror.messages.get('m1'))?.operationId).toBe('')
    const entries = mergeThread(await readAllMessages(mirror, 'c'), await outbox.operations.toArray())
    expect(entries.map(({ key }) => key)).toEqual(['m1', 'ours'])
  })
})

describe('applyFrames (I1, I2, I9)', () => {
  it('frames that follow one another are applied in one go', async () => {
    const workspace = await openSynced()
    expect(await applyFrames(workspace, [1, 2, 3].map(frame), NOON)).toBe(true)
    expect([await readCursor(workspace.mirror), await ids(workspace)]).toEqual(['3', ['m1', 'm2', 'm3']])
  })

  it('a gap is not jumped over and calls for a pull', async () => {
    const workspace = await openSynced()
    expect(await applyFrames(workspace, [frame(1), frame(3)], NOON)).toBe(false)
    expect([await readCursor(workspace.mirror), await ids(workspace)]).toEqual(['1', ['m1']])
  })

  it('a chat that is gone calls for a pull, which removes it with all that is mirrored of it', async () => {
    const workspace = await openSynced()
    await applyFrames(workspace, [frame(1)], NOON)
    const gone: HintFrame = {
      type: 'chat_changed',
      chatId: 'c',
      messageId: null,
      change: { prev: '1', seq: '2', chat: null, message: null },
    }
    expect(await applyFrames(workspace, [gone], NOON)).toBe(false)
    expect(await readCursor(workspace.mirror)).toBe('1')
    const removed = { chats: ['c'], messages: ['m1'] }
    expect(await applyPage(workspace, { ...EMPTY, cursor: '2', removed }, '1', NOON)).toBe(true)
    expect([await workspace.mirror.chats.count(), await ids(workspace)]).toEqual([0, []])
  })

  it('a hint without a change calls for a pull', async () => {
    const workspace = await openSynced()
    const hint: HintFrame = { type: 'chat_changed', chatId: 'c', messageId: null, change: null }
    expect(await applyFrames(workspace, [hint], NOON)).toBe(false)
  })

  it('nothing is applied before the first reset', async () => {
    const { workspace } = await openDevice()
    expect(await applyFrames(workspace, [frame(1)], NOON)).toBe(false)
    expect(await readCursor(workspace.mirror)).toBeNull()
  })

  it('losing, repeating and reordering loses and repeats nothing once it was pulled', async () => {
    const LAST = 8
    const heard = fc.array(fc.array(fc.integer({ min: 1, max: LAST }), { maxLength: 5 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(heard, async (batches) => {
        const workspace = await openSynced()
        for (const batch of batches) {
          await applyFrames(workspace, batch.map(frame), NOON)
          const cursor = Number(await readCursor(workspace.mirror))
          // Never ahead of what is there.
          expect(await ids(workspace)).toEqual(Array.from({ length: cursor }, (_, index) => `m${index + 1}`))
        }
        for (let cursor = Number(await readCursor(workspace.mirror)); cursor < LAST; cursor += 1) {
          expect(await applyPage(workspace, page(cursor + 1), String(cursor), NOON)).toBe(true)
        }
        expect(await ids(workspace)).toHaveLength(LAST)
        expect((await workspace.mirror.chats.get('c'))?.chat.rev).toBe(LAST)
        workspace.mirror.close()
      }),
      { numRuns: 12 },
    )
  })
})

describe('resets (I2, I4, I10)', () => {
  const BEGINNING = { follows: null, snapshot: 's', clearing: '' }
  const reset = (fields: Partial<SyncPage>): SyncPage => ({ ...EMPTY, reset: true, ...fields })

  it('store no cursor before the last page', async () => {
    const { workspace } = await openDevice()
    const progress = await beginReset(workspace, BEGINNING, NOON)
    await applyResetPage(workspace, reset({ ...changes(1), cursor: 'part' }), progress, NOON)
    expect(await readCursor(workspace.mirror)).toBeNull()
    await finishReset(workspace, { ...progress, cursor: 'end' }, new Set())
    expect(await readCursor(workspace.mirror)).toBe('end')
  })

  it('remove what the snapshot lacks, except what is kept', async () => {
    const workspace = await openSynced()
    const before = [makeChatRow('gone'), makeChatRow('kept'), makeChatRow('c')]
    await applyPage(workspace, { ...EMPTY, chats: before, cursor: '1' }, '0', NOON)
    const progress = await beginReset(workspace, BEGINNING, NOON)
    await applyResetPage(workspace, reset(changes(1)), progress, NOON)
    await finishReset(workspace, { ...progress, cursor: '9' }, new Set(['kept']))
    expect(await workspace.mirror.chats.toCollection().primaryKeys()).toEqual(['c', 'kept'])
  })

  it('a thread whose reset reaches back to known messages goes on; one with a gap begins anew', async () => {
    const workspace = await openSynced()
    const { mirror } = workspace
    for (const n of [1, 2, 3]) await applyPage(workspace, page(n), String(n - 1), NOON)
    const from = (await readThreadRow(mirror, 'c')).historyFrom
    const newest = (first: number) => [first, first + 1].map((n) => makeMessageRow('c', `m${n}`, n * 1_000))
    await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], () =>
      applyNewest(mirror, [{ chatId: 'c', messages: newest(3), isWhole: false }], NOON),
    )
    expect((await readThreadRow(mirror, 'c')).historyFrom).toBe(from)
    await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], () =>
      applyNewest(mirror, [{ chatId: 'c', messages: newest(7), isWhole: false }], NOON),
    )
    expect(await readThreadRow(mirror, 'c')).toMatchObject({ historyFrom: at(7_000), isComplete: false })
    expect(await ids(workspace)).toContain('m1')
  })

  it('I10: a thread beyond the bound, of which no messages are kept, is no longer drawn as if complete', async () => {
    const workspace = await openSynced()
    await applyPage(workspace, page(1), '0', NOON)
    // Away for long: m2 was written meanwhile, and 300 chats are newer.
    const progress = await beginReset(workspace, BEGINNING, NOON)
    await applyResetPage(workspace, reset({ chats: makeChats(300, 10_000) }), progress, NOON)
    await applyResetPage(workspace, reset(changes(2)), progress, NOON)
    expect(await ids(workspace)).toEqual(['m1'])
    const thread = await readThreadRow(workspace.mirror, 'c')
    const isGapHidden = thread.historyFrom !== null && !(await ids(workspace)).includes('m2')
    expect(isGapHidden).toBe(false)
  })

  it('D5: the newest threads bring their messages, in whatever order the environment names their chats', async () => {
    const workspace = await openSynced()
    const progress = await beginReset(workspace, BEGINNING, NOON)
    const name = async (id: string, seconds: number) => {
      const chats = [makeChatRow(id, { updatedAt: at(seconds * 1_000), messagesCount: 1 })]
      const messages = [makeMessageRow(id, `of ${id}`, seconds * 1_000)]
      await applyResetPage(workspace, reset({ chats, messages }), progress, NOON)
    }
    await applyResetPage(workspace, reset({ chats: makeChats(299, 10_000) }), progress, NOON)
    await name('the 300th', 5)
    await name('older', 4)
    await name('an old guest who writes today', 90_000)
    await name('no longer among them', 6)
    const { messages } = workspace.mirror
    const kept = await messages.toCollection().primaryKeys()
    expect(kept.sort()).toEqual(['of an old guest who writes today', 'of the 300th'])
  })

  it('I10: older messages that arrive after a gap was found do not paper over it', async () => {
    const workspace = await openSynced()
    const { mirror } = workspace
    await applyPage(workspace, page(5), '0', NOON)
    const askedBefore = (await readThreadRow(mirror, 'c')).historyFrom
    const tables = [mirror.chats, mirror.messages, mirror.threads]
    await writeMirror(workspace, tables, () =>
      applyNewest(
        mirror,
        [{ chatId: 'c', messages: [makeMessageRow('c', 'm9', 9_000)], isWhole: false }],
        NOON,
      ),
    )
    await writeMirror(workspace, tables, () =>
      applyOlder(mirror, 'c', askedBefore, [makeMessageRow('c', 'm4', 4_000)], false),
    )
    expect((await readThreadRow(mirror, 'c')).historyFrom).toBe(at(9_000))
    expect(await ids(workspace)).toContain('m4')
  })
})
