import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import { isQuotaError, StorageFullError } from '#src/db/errors.ts'
import { closeWorkspace, openWorkspace } from '#src/db/workspace.ts'
import { writeMirror, writeOutbox } from '#src/db/write.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import { patchThread } from '#src/db/mirror/threads.ts'
import { putDraft } from '#src/db/outbox/drafts.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { fillStorage } from '#tests/support/full-storage.ts'
import { makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const SILENT = { onOutdated: () => undefined, onBroken: () => undefined }

/** A device with a thread to give up and no room in one of the outbox's tables. */
async function openFullDevice(tableName: 'drafts' | 'operations') {
  const device = await openDevice()
  const { workspace } = device
  await writeMirror(
    workspace,
    [workspace.mirror.chats, workspace.mirror.messages, workspace.mirror.threads],
    async () => {
      await putMessages(workspace.mirror, [makeMessageRow('old', 'm1', 0)])
      await patchThread(workspace.mirror, 'old', { historyFrom: makeMessageRow('old', 'm1', 0).createdAt })
    },
  )
  closeWorkspace(workspace)
  const full = fillStorage(workspace.outbox, tableName)
  await workspace.outbox.open()
  await workspace.mirror.open()
  return { device, workspace, full }
}

describe('a device without room (D6)', () => {
  it('makes room once, by dropping mirrored messages, and succeeds', async () => {
    const { workspace, full } = await openFullDevice('drafts')
    full.fail(1)
    await writeOutbox(workspace, [workspace.outbox.drafts], () =>
      putDraft(workspace.outbox, 'c', 'kept', NOON),
    )
    expect(await workspace.outbox.drafts.get('c')).toMatchObject({ text: 'kept' })
    expect(await workspace.mirror.messages.count()).toBe(0)
    expect((await workspace.mirror.threads.get('old'))?.historyFrom).toBeNull()
  })

  it('still full: StorageFullError after two tries, and nothing was written', async () => {
    const { workspace, full } = await openFullDevice('drafts')
    full.fail(100)
    const write = writeOutbox(workspace, [workspace.outbox.drafts], () =>
      putDraft(workspace.outbox, 'c', 'x', NOON),
    )
    await expect(write).rejects.toThrow(StorageFullError)
    expect(full.failed()).toBe(2)
    expect(await workspace.outbox.drafts.count()).toBe(0)
  })

  it('O1: a message that could not be queued leaves its draft', async () => {
    const { workspace, full } = await openFullDevice('operations')
    await writeOutbox(workspace, [workspace.outbox.drafts], () =>
      putDraft(workspace.outbox, 'c', 'precious', NOON),
    )
    full.fail(100)
    await expect(sendMessage(workspace, 'c', 'precious', NOON)).rejects.toThrow(StorageFullError)
    expect((await workspace.outbox.drafts.get('c'))?.text).toBe('precious')
    full.fail(0)
    expect(await sendMessage(workspace, 'c', 'precious', NOON)).not.toBeNull()
    expect(await workspace.outbox.drafts.count()).toBe(0)
  })

  it('other failures are not mistaken for a full device', async () => {
    const device = await openDevice()
    const again = await openWorkspace(device.session, device.options, SILENT)
    const write = writeOutbox(again, [again.outbox.drafts], () =>
      again.outbox.drafts.add({ chatId: 'c', text: '', updatedAt: 1 }),
    )
    await write
    await expect(
      writeOutbox(again, [again.outbox.drafts], () =>
        again.outbox.drafts.add({ chatId: 'c', text: '', updatedAt: 1 }),
      ),
    ).rejects.toThrow(Dexie.ConstraintError)
    closeWorkspace(again)
  })

  it('is known however the browser wraps it', () => {
    const quota = new DOMException('no room', 'QuotaExceededError')
    expect(isQuotaError(quota)).toBe(true)
    expect(isQuotaError(new Dexie.AbortError('aborted', quota))).toBe(true)
    expect(isQuotaError(new Dexie.AbortError('aborted', new Dexie.AbortError('again', quota)))).toBe(true)
    expect(isQuotaError(new Dexie.BulkError('1 of 2 failed', [quota]))).toBe(true)
    expect(isQuotaError(new Dexie.BulkError('1 of 2 failed', [new Error('x')]))).toBe(false)
    expect(isQuotaError(new Dexie.AbortError('aborted'))).toBe(false)
    expect(isQuotaError('QuotaExceededError')).toBe(false)
    expect(isQuotaError(null)).toBe(false)
  })
})
