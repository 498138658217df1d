import { describe, expect, it } from 'vitest'
import { saveDraft } from '#src/actions/save-draft.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { discardOperation } from '#src/actions/settle-unsent.ts'
import { mergeJustQueued, readJustQueued } from '#src/db/just-queued.ts'
import { readThread } from '#src/db/thread.ts'
import { openDevice } from '#tests/support/local.ts'

const NOON = Date.UTC(2026, 6, 1, 12)

describe('a message that was queued a moment ago', () => {
  it('is drawn before its thread was read again, once, and not where it has gone by then', async () => {
    const { workspace } = await openDevice({ now: NOON })
    const draw = async (reading = readThread(workspace, 'c', 60)) =>
      mergeJustQueued(await reading, 'c', readJustQueued(workspace).get()).entries.map(({ key }) => key)
    const earlier = await readThread(workspace, 'c', 60)
    await saveDraft(workspace, 'c', 'Good evening', NOON)
    const id = await sendMessage(workspace, 'c', 'Good evening', NOON)
    expect(await draw(Promise.resolve(earlier))).toEqual([id])
    expect(await draw()).toEqual([id])
    // Another chat's thread, and one that its reader has left the end of, do not show it.
    const queued = readJustQueued(workspace).get()
    expect(mergeJustQueued(earlier, 'another', queued)).toBe(earlier)
    const back = { ...earlier, window: { until: '2026-07-01T10:00:00.000Z', limit: 60 } }
    expect(mergeJustQueued(back, 'c', queued).entries).toEqual([])
    expect(mergeJustQueued(back, 'c', queued).operations.map((operation) => operation.id)).toEqual([id])
    expect(await discardOperation(workspace, id ?? '', { now: NOON })).toBe('done')
    expect(await draw()).toEqual([])
  })

  it('is not noted where nothing was committed', async () => {
    const { workspace } = await openDevice({ now: NOON })
    expect(await sendMessage(workspace, 'c', '  ', NOON)).toBeNull()
    workspace.epoch += 1
    await expect(sendMessage(workspace, 'c', 'Good evening', NOON)).rejects.toThrow()
    expect(readJustQueued(workspace).get()).toEqual([])
  })
})
