import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeFileId, stageFile, unstageFile } from '#src/actions/attach-files.ts'
import { checkFile } from '#src/actions/check-file.ts'
import { MAX_UPLOAD_FILES } from '#src/contract/limits.ts'
import { discardDraft, saveDraft } from '#src/actions/save-draft.ts'
import { canSendDraft, checkMessage, sendMessage } from '#src/actions/send-message.ts'
import { signOut } from '#src/actions/session-sign-out.ts'
import { SessionEndedError, StorageFullError } from '#src/db/errors.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import { countDrafts, readStaged } from '#src/db/outbox/staged-files.ts'
import { closeWorkspace, type Workspace } from '#src/db/workspace.ts'
import { readChatsWithWork } from '#src/db/write.ts'
import { fillStorage } from '#tests/support/full-storage.ts'
import { NOON, openDevice } from '#tests/support/local.ts'
import { exifSegment, makePhoto, tellsSecret } from '#tests/support/picture-bytes.ts'

const CHAT = 'c'

afterEach(() => vi.unstubAllGlobals())
const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer
const png = (name: string) => ({ name, type: 'image/png' as const, bytes: bytesOf(1, 2, 3) })

async function stage(workspace: Workspace, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const id = makeFileId()
    expect(await stageFile(workspace, CHAT, id, png(name), NOON)).toBe('staged')
    ids.push(id)
  }
  return ids
}

const namesOf = async ({ outbox }: Workspace) => (await readStaged(outbox, CHAT)).map(({ name }) => name)
const workOf = async ({ outbox }: Workspace) =>
  (await readLane(outbox, CHAT)).map((operation) =>
    operation.kind === 'send'
      ? operation.payload.text
      : operation.kind === 'upload'
        ? operation.payload.name
        : operation.kind,
  )

describe('a picture that is attached', () => {
  it('is kept without what tells where it was made', async () => {
    const checked = await checkFile(new File([makePhoto(6)], 'terrace.jpg'))
    if ('problem' in checked) throw new Error(checked.problem)
    expect(checked.file).toMatchObject({ name: 'terrace.jpg', type: 'image/jpeg' })
    expect(tellsSecret(new Uint8Array(checked.file.bytes))).toBe(false)
  })

  it('is refused where it can not be read and may hold such notes', async () => {
    const damaged = new File([Uint8Array.from([0xff, 0xd8, ...exifSegment(6)])], 'terrace.jpg')
    expect(await checkFile(damaged)).toEqual({ problem: 'damaged' })
  })
})

describe('staged files are part of the draft', () => {
  it('they outlive a restart, with their bytes and in the order of choosing', async () => {
    const device = await openDevice()
    await stage(device.workspace, 'b.png', 'a.png', 'c.png')
    device.close()
    const again = await openDevice({ options: device.options })
    expect(await namesOf(again.workspace)).toEqual(['b.png', 'a.png', 'c.png'])
    const [first] = await readStaged(again.workspace.outbox, CHAT)
    expect(first).toMatchObject({ type: 'image/png', size: 3, stagedAt: NOON })
    const kept = await again.workspace.outbox.files.get(first?.id ?? '')
    expect([...new Uint8Array(kept?.bytes ?? bytesOf())]).toEqual([1, 2, 3])
  })

  it('each chat has its own, and taking one away takes its bytes', async () => {
    const { workspace } = await openDevice()
    const [first = ''] = await stage(workspace, 'a.png', 'b.png')
    await stageFile(workspace, 'another', makeFileId(), png('there.png'), NOON)
    await unstageFile(workspace, first)
    await unstageFile(workspace, first)
    expect(await namesOf(workspace)).toEqual(['b.png'])
    expect(await workspace.outbox.files.count()).toBe(2)
  })

  it('an eleventh is not kept, from whichever tab, and the ten stay', async () => {
    const { workspace } = await openDevice()
    await stage(workspace, ...Array.from({ length: MAX_UPLOAD_FILES }, (_, index) => `${index}.png`))
    expect(await stageFile(workspace, CHAT, makeFileId(), png('late.png'), NOON)).toBe('full')
    expect(await namesOf(workspace)).toHaveLength(10)
    expect(await workspace.outbox.files.count()).toBe(10)
  })

  it('they count as work of their chat (D5), are kept at sign-out and go where all is thrown away (D8)', async () => {
    vi.stubGlobal('navigator', {})
    const device = await openDevice()
    await stage(device.workspace, 'a.png')
    expect(await readChatsWithWork(device.workspace)).toEqual(new Set([CHAT]))
    await signOut(device.sessionDb, device.workspace, 'keep', NOON)
    const again = await openDevice({ options: device.options, now: NOON + 1 })
    expect(await namesOf(again.workspace)).toEqual(['a.png'])
    await signOut(again.sessionDb, again.workspace, 'discard', NOON + 2)
    const last = await openDevice({ options: device.options, now: NOON + 3 })
    expect(await namesOf(last.workspace)).toEqual([])
    expect(await last.workspace.outbox.files.count()).toBe(0)
  })

  it('a device without room keeps none of it, and says so (D6)', async () => {
    const { workspace } = await openDevice()
    closeWorkspace(workspace)
    const full = fillStorage(workspace.outbox, 'files')
    await workspace.outbox.open()
    await workspace.mirror.open()
    full.fail(100)
    await expect(stageFile(workspace, CHAT, makeFileId(), png('a.png'), NOON)).rejects.toThrow(
      StorageFullError,
    )
    expect(await namesOf(workspace)).toEqual([])
  })

  it('text and files of a chat count as one draft', async () => {
    const { workspace } = await openDevice()
    expect(await countDrafts(workspace.outbox)).toBe(0)
    await stage(workspace, 'a.png', 'b.png')
    expect(await countDrafts(workspace.outbox)).toBe(1)
    await saveDraft(workspace, CHAT, 'hello', NOON)
    await saveDraft(workspace, 'another', 'hello', NOON)
    expect(await countDrafts(workspace.outbox)).toBe(2)
  })

  it('Discard takes text and files', async () => {
    const { workspace } = await openDevice()
    await saveDraft(workspace, CHAT, 'hello', NOON)
    await stage(workspace, 'a.png', 'b.png')
    await discardDraft(workspace, CHAT, NOON)
    const { drafts, staged, files } = workspace.outbox
    expect(await Promise.all([drafts.count(), staged.count(), files.count()])).toEqual([0, 0, 0])
  })
})

describe('Send hands over text and files (O1)', () => {
  it('the text first, then the files in their order, under the ids that they had; the draft is gone', async () => {
    const { workspace } = await openDevice()
    await saveDraft(workspace, CHAT, 'two pictures', NOON)
    const ids = await stage(workspace, 'b.png', 'a.png')
    await sendMessage(workspace, CHAT, 'two pictures', NOON, null, ids)
    expect(await workOf(workspace)).toEqual(['two pictures', 'b.png', 'a.png'])
    const [, ...uploads] = await readLane(workspace.outbox, CHAT)
    expect(uploads.map(({ id }) => id)).toEqual(ids)
    expect(uploads[0]?.payload).toEqual({ name: 'b.png', type: 'image/png', size: 3 })
    expect(await namesOf(workspace)).toEqual([])
    expect(await workspace.outbox.drafts.count()).toBe(0)
    expect((await workspace.outbox.files.toCollection().primaryKeys()).sort()).toEqual([...ids].sort())
  })

  it('a second Enter finds nothing, not even one that is as quick as the first', async () => {
    const { workspace } = await openDevice()
    const ids = await stage(workspace, 'a.png')
    const sent = await Promise.all([
      sendMessage(workspace, CHAT, '', NOON, null, ids),
      sendMessage(workspace, CHAT, '', NOON, null, ids),
    ])
    expect(sent).toEqual([ids[0], null])
    expect(await workOf(workspace)).toEqual(['a.png'])
  })

  it('files alone need no text; a draft of blanks goes with them', async () => {
    const { workspace } = await openDevice()
    await saveDraft(workspace, CHAT, '  \n', NOON)
    const ids = await stage(workspace, 'a.png')
    await sendMessage(workspace, CHAT, '  \n', NOON, null, ids)
    expect(await workOf(workspace)).toEqual(['a.png'])
    expect(await workspace.outbox.drafts.count()).toBe(0)
  })

  it('what another tab has staged meanwhile stays in the draft', async () => {
    const { workspace } = await openDevice()
    const seen = await stage(workspace, 'seen.png')
    await stage(workspace, 'later.png')
    await sendMessage(workspace, CHAT, 'look', NOON, null, seen)
    expect([await workOf(workspace), await namesOf(workspace)]).toEqual([['look', 'seen.png'], ['later.png']])
  })

  it('a commit that fails changes nothing', async () => {
    const { workspace } = await openDevice()
    const ids = await stage(workspace, 'a.png')
    await workspace.outbox.meta.put({ key: 'epoch', value: 99 })
    await expect(sendMessage(workspace, CHAT, 'hello', NOON, null, ids)).rejects.toThrow(SessionEndedError)
    expect([await workOf(workspace), await namesOf(workspace)]).toEqual([[], ['a.png']])
  })

  it('a takeover goes before all of it', async () => {
    const { workspace } = await openDevice()
    const ids = await stage(workspace, 'a.png')
    await sendMessage(workspace, CHAT, 'hello', NOON, 'bot', ids)
    expect(await workOf(workspace)).toEqual(['pause', 'hello', 'a.png'])
  })

  it('taking away what was just sent takes nothing', async () => {
    const { workspace } = await openDevice()
    const [id = ''] = await stage(workspace, 'a.png')
    await sendMessage(workspace, CHAT, '', NOON, null, [id])
    await unstageFile(workspace, id)
    expect(await workspace.outbox.files.count()).toBe(1)
  })
})

describe('a saved answer’s variable without a value', () => {
  it('blocks sending, with and without files, and the draft stays', async () => {
    const { workspace } = await openDevice()
    const text = 'Housekeeping comes to {room}.'
    await saveDraft(workspace, CHAT, text, NOON)
    const ids = await stage(workspace, 'a.png')
    expect(checkMessage(text)).toBe('unfilled')
    expect(await sendMessage(workspace, CHAT, text, NOON, null, ids)).toBeNull()
    expect([await workOf(workspace), await namesOf(workspace)]).toEqual([[], ['a.png']])
    expect((await workspace.outbox.drafts.get(CHAT))?.text).toBe(text)
  })

  it.each([
    ['', 0, false],
    [' ', 1, true],
    ['hello', 0, true],
    ['{sale} ends today', 0, true],
    ['{room}', 1, false],
    ['x'.repeat(8_001), 1, false],
  ])('a draft can be sent (case %#)', (text, files, can) => {
    expect(canSendDraft(text, files)).toBe(can)
  })
})
