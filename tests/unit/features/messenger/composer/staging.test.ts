import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStaged } from '#src/db/outbox/staged-files.ts'
import { closeWorkspace, type Workspace } from '#src/db/workspace.ts'
import {
  findStaging,
  patchStaging,
  stageFiles,
  waitUntilPrepared,
} from '#src/features/messenger/composer/staging.ts'
import { shrinkPhoto } from '#src/features/messenger/composer/shrink-photo.ts'
import { fillStorage } from '#tests/support/full-storage.ts'
import { openDevice } from '#tests/support/local.ts'

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

/** A browser that decodes every picture as one of this size, and draws it as a jpeg of few bytes. */
function decodeAs(width: number, height: number) {
  const drawn: { width: number; height: number }[] = []
  const decode = vi.fn(() => Promise.resolve({ width, height, close: () => undefined }))
  vi.stubGlobal('createImageBitmap', decode)
  vi.stubGlobal('document', {
    createElement: () => {
      const canvas = {
        width: 0,
        height: 0,
        getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
        toBlob(give: (blob: Blob) => void) {
          drawn.push({ width: canvas.width, height: canvas.height })
          give(new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' }))
        },
      }
      return canvas
    },
  })
  return { drawn, decode }
}

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

describe('photos (O7)', () => {
  it('a large one is scaled to 2,048 px and becomes a jpg', async () => {
    const { drawn } = decodeAs(3_000, 1_500)
    const shrunk = await shrinkPhoto(png('lobby.png', 3_000, 1_500))
    expect(drawn).toEqual([{ width: 2_048, height: 1_024 }])
    expect(shrunk).toMatchObject({ file: { name: 'lobby.jpg', type: 'image/jpeg' } })
  })

  it('a line of one pixel stays one', async () => {
    const { drawn } = decodeAs(20_000, 1)
    await shrinkPhoto(png('line.png', 20_000, 1))
    expect(drawn).toEqual([{ width: 2_048, height: 1 }])
  })

  it.each([
    ['a small png, with what it has of transparency', png('logo.png', 2_048, 2_048)],
    [
      'a large gif, with its motion',
      new File(
        [Uint8Array.from([...'GIF89a'].map((l) => l.charCodeAt(0))), Uint8Array.from([0, 16, 0, 16])],
        'a.gif',
      ),
    ],
    ['a pdf', pdf('bill.pdf')],
  ])('%s stays as it is, and is not even decoded', async (_, file) => {
    const { decode } = decodeAs(9_999, 9_999)
    expect(await shrinkPhoto(file)).toEqual({ file })
    expect(decode).not.toHaveBeenCalled()
  })

  it('what only this browser can decode is turned into a jpg, whatever it calls itself', async () => {
    decodeAs(800, 600)
    expect(await shrinkPhoto(webp('holiday.webp'))).toMatchObject({ file: { name: 'holiday.jpg' } })
    expect(await shrinkPhoto(new File(['....ftypheic'], 'IMG_1.HEIC'))).toMatchObject({
      file: { name: 'IMG_1.jpg' },
    })
  })

  it('too many pixels are refused, before decoding where the header says so', async () => {
    const { decode } = decodeAs(20_000, 20_000)
    expect(await shrinkPhoto(png('bomb.png', 20_000, 20_000))).toEqual({ problem: 'too-many-pixels' })
    expect(decode).not.toHaveBeenCalled()
    expect(await shrinkPhoto(new File(['....ftypavif'], 'a.avif'))).toEqual({ problem: 'too-many-pixels' })
  })

  it('an accepted one that can not be decoded just now goes as it is', async () => {
    const file = png('large.png', 5_000, 5_000)
    expect(await shrinkPhoto(file)).toEqual({ file })
  })
})
