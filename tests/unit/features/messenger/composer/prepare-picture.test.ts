import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preparePicture } from '#src/features/messenger/composer/prepare-picture.ts'
import { drawAs } from '#tests/support/canvas.ts'
import {
  chunk,
  makeGif,
  makePhoto,
  makePng,
  makeWebp,
  PNG_NOTES,
  PNG_SIGNATURE,
  tellsSecret,
} from '#tests/support/picture-bytes.ts'

const MIB = 1024 * 1024
const big = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)

const TWO_FRAMES = chunk('acTL', [...big(2), ...big(0)])

/** A png of this size in pixels and, about, in bytes, behind other chunks. */
function makeLargePng(
  name: string,
  width: number,
  height: number,
  size: number,
  chunks: number[] = [],
): File {
  const header = chunk('IHDR', [...big(width), ...big(height), 8, 6, 0, 0, 0])
  const head = [...PNG_SIGNATURE, ...header, ...chunks]
  const bytes = new Uint8Array(Math.max(size, head.length + 12))
  bytes.set([...head, ...big(bytes.length - head.length - 12), ...[0x49, 0x44, 0x41, 0x54]])
  return new File([bytes], name, { type: 'image/png' })
}
/** A jpeg whose header says this size. */
function makeLargeJpeg(name: string, width: number, height: number, size: number): File {
  const frame = [0xff, 0xc0, 0, 11, 8, ...big(height).slice(2), ...big(width).slice(2), 1, 1, 0x11, 0]
  const bytes = new Uint8Array(size)
  bytes.set([0xff, 0xd8, ...frame, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3])
  return new File([bytes], name, { type: 'image/jpeg' })
}
const webp = (name: string, bytes: Uint8Array<ArrayBuffer> = makeWebp()) =>
  new File([bytes], name, { type: 'image/webp' })

/** What is prepared of a file; a problem fails the test. */
async function prepare(file: File) {
  const prepared = await preparePicture(file)
  if ('problem' in prepared) throw new Error(prepared.problem)
  return { ...prepared, bytes: new Uint8Array(await prepared.file.arrayBuffer()) }
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
})
afterEach(() => vi.unstubAllGlobals())

describe('what goes out as it is', () => {
  it.each([
    ['a png that is no larger than a photo would be', makeLargePng('logo.png', 2_048, 2_048, 3 * MIB)],
    ['a screenshot of few bytes', makeLargePng('desk.png', 3_840, 2_160, MIB)],
    ['a long page of few bytes', makeLargePng('page.png', 1_440, 12_000, MIB)],
    ['a photo of few bytes', makeLargeJpeg('lobby.jpg', 4_000, 3_000, MIB)],
    ['a gif, moving or not', new File([makeGif(1)], 'a.gif')],
    ['a moving gif', new File([makeGif(2)], 'a.gif')],
    ['a moving png', new File([makePng({ isMoving: true })], 'a.png')],
    ['a large moving png', makeLargePng('a.png', 3_000, 3_000, 3 * MIB, TWO_FRAMES)],
    ['a pdf', new File(['%PDF-1.4'], 'bill.pdf', { type: 'application/pdf' })],
  ])('%s, and it is not even decoded', async (_, file) => {
    const { decode } = drawAs({ width: 9_999, height: 9_999 })
    expect(await preparePicture(file)).toEqual({ file, isStill: false })
    expect(decode).not.toHaveBeenCalled()
  })

  it('a small png in front of megabytes of something else: it is refused as too large', async () => {
    const { decode } = drawAs({ width: 60, height: 40 })
    const file = new File([makeLargePng('huge.png', 60, 40, 100), new Uint8Array(10 * MIB)], 'huge.png')
    expect(await preparePicture(file)).toEqual({ file, isStill: false })
    expect(decode).not.toHaveBeenCalled()
  })

  it('without what tells where it was made', async () => {
    const noted = new File([makePng({ notes: Object.values(PNG_NOTES).flat() })], 'view.png')
    const { file, bytes } = await prepare(noted)
    expect(file.name).toBe('view.png')
    expect(bytes).toEqual(makePng())
    expect(tellsSecret((await prepare(new File([makePhoto(null)], 'p.jpg'))).bytes)).toBe(false)
  })

  it.each(['text', 'clear text'] as const)(
    'a screenshot of many bytes (%s): nothing would be gained',
    async (look) => {
      const { drawn } = drawAs({ width: 3_840, height: 2_160, look })
      const file = makeLargePng('desk.png', 3_840, 2_160, 3 * MIB)
      expect(await preparePicture(file)).toEqual({ file, isStill: false })
      expect(drawn).toEqual([])
    },
  )

  it.each([
    ['a photo', makeLargeJpeg('lobby.jpg', 3_000, 1_500, 2 * MIB), 'photo'],
    ['letters', makeLargePng('plan.png', 7_680, 4_320, 2 * MIB), 'text'],
    ['a badge', makeLargePng('badge.png', 4_096, 4_096, 2 * MIB), 'clear photo'],
  ] as const)('%s, where drawn anew it would be larger than it is', async (_, file, look) => {
    const { drawn } = drawAs({ width: 4_096, height: 4_096, look, sizeOf: () => 3 * MIB })
    expect(await preparePicture(file)).toEqual({ file, isStill: false })
    expect(drawn).toHaveLength(1)
  })

  it('one that can not be decoded just now', async () => {
    const file = makeLargePng('large.png', 5_000, 5_000, 2 * MIB)
    expect(await preparePicture(file)).toEqual({ file, isStill: false })
  })
})

describe('what is drawn anew', () => {
  it.each([
    ['a photo as png', makeLargePng('lobby.png', 3_000, 1_500, 2 * MIB)],
    ['a photo', makeLargeJpeg('lobby.jpeg', 3_000, 1_500, 2 * MIB)],
  ])('%s: a jpg of 2,048 px, upright', async (_, photo) => {
    const { drawn, decode } = drawAs({ width: 3_000, height: 1_500 })
    expect(await prepare(photo)).toMatchObject({
      file: { name: 'lobby.jpg', type: 'image/jpeg' },
      isStill: false,
    })
    expect(drawn).toMatchObject([{ width: 2_048, height: 1_024, type: 'image/jpeg', isOnPaper: true }])
    expect(decode).toHaveBeenCalledWith(expect.anything(), { imageOrientation: 'from-image' })
  })

  it('a line of one pixel stays one', async () => {
    const { drawn } = drawAs({ width: 20_000, height: 1 })
    await preparePicture(makeLargePng('line.png', 20_000, 1, 2 * MIB))
    expect(drawn).toMatchObject([{ width: 2_048, height: 1 }])
  })

  it('letters and lines stay without loss, and as large as a screen shows them', async () => {
    const { drawn } = drawAs({ width: 7_680, height: 4_320, look: 'text' })
    const { file } = await prepare(makeLargePng('plan.png', 7_680, 4_320, 2 * MIB))
    expect(file).toMatchObject({ name: 'plan.png', type: 'image/png' })
    expect(drawn).toMatchObject([{ width: 3_840, height: 2_160, type: 'image/png' }])
  })

  it('where that is too large to be sent, letters become a jpg of the same size in which they can be read', async () => {
    const sizeOf = (type: string) => (type === 'image/png' ? 11 * MIB : 3 * MIB)
    const { drawn } = drawAs({ width: 7_680, height: 4_320, look: 'text', sizeOf })
    await preparePicture(makeLargePng('plan.png', 7_680, 4_320, 12 * MIB))
    expect(drawn.at(-1)).toMatchObject({ width: 3_840, height: 2_160, type: 'image/jpeg', quality: 0.92 })
  })

  it.each([
    ['clear photo', makeLargePng('badge.png', 4_096, 4_096, 2 * MIB)],
    ['clear text', makeLargePng('badge.png', 4_096, 4_096, 12 * MIB)],
    ['clear photo', webp('badge.webp')],
  ] as const)('a %s is never put on paper', async (look, file) => {
    const sizeOf = () => (file.size > MIB ? MIB : 3 * MIB)
    const { drawn } = drawAs({ width: 4_096, height: 4_096, look, sizeOf })
    expect((await prepare(file)).file).toMatchObject({ name: 'badge.png', type: 'image/png' })
    expect(drawn.some(({ type, isOnPaper }) => type !== 'image/png' || isOnPaper)).toBe(false)
  })

  it('one of more bytes than may be sent becomes one of fewer, whatever its size in pixels', async () => {
    drawAs({ width: 2_000, height: 2_000 })
    const { file } = await prepare(makeLargePng('poster.png', 2_000, 2_000, 11 * MIB))
    expect(file.name).toBe('poster.jpg')
  })

  it('what only this browser can decode, whatever it calls itself', async () => {
    drawAs({ width: 800, height: 600 })
    expect((await prepare(webp('holiday.webp'))).file.name).toBe('holiday.jpg')
    const heic = await prepare(new File(['....ftypheic'], 'IMG_1.HEIC'))
    expect([heic.file.name, heic.isStill]).toEqual(['IMG_1.jpg', false])
    vi.unstubAllGlobals()
    drawAs({ width: 800, height: 600, look: 'text' })
    expect((await prepare(webp('desk.webp'))).file.name).toBe('desk.png')
  })

  it('what nobody accepts, as small as it can be where nothing is smaller than it was', async () => {
    drawAs({ width: 800, height: 600, sizeOf: (_, quality) => quality * 10_000 })
    expect((await prepare(webp('holiday.webp'))).file.size).toBe(7_000)
  })
})

describe('what moves and becomes a still', () => {
  it.each([
    ['a webp', () => webp('a.webp', makeWebp({ flags: 2, frames: 2 }))],
    ['a gif of more than 10 MB', makeLargeGif],
    ['an avif', () => new File(['\0\0\0\x14ftypavis\0\0\0\0avif'], 'a.avif')],
  ])('%s', async (_, makeFile) => {
    drawAs({ width: 800, height: 600 })
    expect((await prepare(makeFile())).isStill).toBe(true)
  })

  it('a gif that can not be decoded just now is as it is', async () => {
    const file = makeLargeGif()
    expect(await preparePicture(file)).toEqual({ file, isStill: false })
  })
})

/** Two pictures, the second with pixels of more bytes than may be sent. */
function makeLargeGif(): File {
  const [first, piece] = [makeGif(2).slice(0, -2), new Uint8Array(256)]
  piece[0] = 255
  return new File([first, ...Array.from({ length: 41_500 }, () => piece), Uint8Array.of(0, 0x3b)], 'a.gif')
}

it('too many pixels are refused, before decoding where the header says so', async () => {
  const { decode } = drawAs({ width: 20_000, height: 20_000 })
  expect(await preparePicture(makeLargePng('bomb.png', 20_000, 20_000, 100))).toEqual({
    problem: 'too-many-pixels',
  })
  expect(decode).not.toHaveBeenCalled()
  expect(await preparePicture(new File(['....ftypavif'], 'a.avif'))).toEqual({ problem: 'too-many-pixels' })
})
