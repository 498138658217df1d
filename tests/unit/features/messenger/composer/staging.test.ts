import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStaged } from '#src/db/outbox/staged-files.ts'
import { closeWorkspace, type Workspace } from '#src/db/workspace.ts'
import {
  findStaging,
  patchStaging,
  stageFiles,
  waitUntilPrepared,
} from '#src/features/messenger/composer/staging.ts'
import { drawAs } from '#tests/support/canvas.ts'
import { fillStorage } from '#tests/support/full-storage.ts'
import { openDevice } from '#tests/support/local.ts'
import { makeWebp } from '#tests/support/picture-bytes.ts'

const CHAT = 'c'
const big = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)
/** As much of a png as says its size. */
const pngBytes = (width: number, height: number) =>
  Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...[...big(13), 0x49, 0x48, 0x44, 0x52, ...big(width), ...big(height)],
  ])
const png = (name: string, width = 60, height = 40) => new File([pngBytes(width, height)], name)
const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })
const webp = (name: string) => new File(['RIFF0000WEBPVP8 '], name, { type: 'image/webp' })

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
})
afterEach(() => vi.unstubAllGlobals())

const namesOf = async ({ outbox }: Workspace) => (await readStaged(outbox, CHAT)).map(({ name }) => name)
const problemsOf = (workspace: Workspace) => findStaging(workspace, CHAT).get().problems

describe('choosing files', () => {
  it('what is refused is named with its reason, and the others are staged', async () => {
    const { workspace } = await openDevice()
    const large = pdf('bill.pdf')
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
    const gone = Object.assign(pdf('gone.pdf'), { arrayBuffer: () => Promise.reject(new Error('gone')) })
    await stageFiles(workspace, CHAT, [
      png('first.png'),
      new File(['MZ'], 'setup.exe'),
      large,
      new File([], 'nothing.png'),
      gone,
      new File(['words'], 'notes.png', { type: 'image/png' }),
      webp('holiday.webp'),
      pdf('last.pdf'),
    ])
    expect(await namesOf(workspace)).toEqual(['first.png', 'last.pdf'])
    expect(problemsOf(workspace)).toEqual([
      'setup.exe was not attached: this type of file is not accepted (png, gif, jpg, pdf).',
      'bill.pdf was not attached: it is larger than 10 MB.',
      'nothing.png was not attached: it is empty.',
      'gone.pdf was not attached: it could not be read.',
      'notes.png was not attached: this type of file is not accepted (png, gif, jpg, pdf).',
      'holiday.webp was not attached: this browser can’t read this type of picture; save it as jpg or png first.',
    ])
  })

  it('they are shown as being prepared from the first moment on, and a later choice clears old reasons', async () => {
    const { workspace } = await openDevice()
    await stageFiles(workspace, CHAT, [new File(['MZ'], 'setup.exe')])
    const staging = stageFiles(workspace, CHAT, [png('a.png'), png('b.png')])
    expect(findStaging(workspace, CHAT).get()).toMatchObject({
      coming: [
        { name: 'a.png', state: 'preparing' },
        { name: 'b.png', state: 'preparing' },
      ],
      problems: [],
    })
    await staging
    expect(
      findStaging(workspace, CHAT)
        .get()
        .coming.some(({ state }) => state === 'preparing'),
    ).toBe(false)
    const ids = (await readStaged(workspace.outbox, CHAT)).map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
  })

  it('ten are staged, however they were chosen; the others are said so', async () => {
    const { workspace } = await openDevice()
    const made = (count: number, word: string) =>
      Array.from({ length: count }, (_, index) => png(`${word}${index}.png`))
    void stageFiles(workspace, CHAT, made(7, 'a'))
    void stageFiles(workspace, CHAT, made(5, 'b'))
    await waitUntilPrepared(workspace, CHAT)
    expect(await namesOf(workspace)).toHaveLength(10)
    expect(problemsOf(workspace)).toEqual([
      'At most 10 files at a time: b3.png and 1 more were not attached.',
    ])
    expect(await workspace.outbox.files.count()).toBe(10)
  })

  it('one that is taken away while it is prepared is not staged', async () => {
    const { workspace } = await openDevice()
    const staging = stageFiles(workspace, CHAT, [png('a.png'), png('b.png')])
    const [, second] = findStaging(workspace, CHAT).get().coming
    patchStaging(workspace, CHAT, { coming: second ? [second] : [] })
    await staging
    expect(await namesOf(workspace)).toEqual(['b.png'])
  })

  it('a device without room says so by name, and keeps the others', async () => {
    const { workspace } = await openDevice()
    closeWorkspace(workspace)
    const full = fillStorage(workspace.outbox, 'files')
    await workspace.outbox.open()
    await workspace.mirror.open()
    full.fail(2)
    await stageFiles(workspace, CHAT, [png('a.png'), png('b.png')])
    expect(await namesOf(workspace)).toEqual(['b.png'])
    expect(problemsOf(workspace)).toEqual([
      'a.png was not attached. This device has no room left, so it could not be kept. Free some space and try again.',
    ])
  })
})

describe('a picture that moves and goes out as a still', () => {
  const moving = (name: string) => new File([makeWebp({ flags: 2, frames: 2 })], name, { type: 'image/webp' })

  it('is said so before it is sent, and in the draft for as long as it is there', async () => {
    const { workspace } = await openDevice()
    drawAs({ width: 800, height: 600 })
    await stageFiles(workspace, CHAT, [moving('dance.webp'), png('logo.png')])
    expect(problemsOf(workspace)).toEqual([
      'dance.webp: only a still picture of it will be sent. To keep its motion, attach it as a gif of at most 10 MB.',
    ])
    const staged = await readStaged(workspace.outbox, CHAT)
    expect(staged.map(({ name, isStill }) => [name, isStill])).toEqual([
      ['dance.jpg', true],
      ['logo.png', undefined],
    ])
  })
})
