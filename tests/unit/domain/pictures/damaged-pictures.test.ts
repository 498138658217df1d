import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanPicture } from '#src/domain/pictures/clean-picture.ts'
import {
  GIF_NOTES,
  makeGif,
  makePhoto,
  makePng,
  makeWebp,
  PNG_NOTES,
  tellsSecret,
  WEBP_XMP,
  webpExif,
} from '#tests/support/picture-bytes.ts'

const NOTED: [string, Uint8Array<ArrayBuffer>][] = [
  ['JPEG', makePhoto(6)],
  ['PNG', makePng({ notes: Object.values(PNG_NOTES).flat() })],
  ['PNG in motion', makePng({ notes: Object.values(PNG_NOTES).flat(), isMoving: true })],
  ['GIF', makeGif(3, GIF_NOTES)],
  ['WebP', makeWebp({ flags: 12, notes: [...WEBP_XMP, ...webpExif(6)] })],
  ['WebP in motion', makeWebp({ flags: 14, frames: 3, frameNotes: WEBP_XMP, notes: webpExif(6) })],
]
/** What an orientation may take more than it did. */
const SPARE_BYTES = 64
const MIB = 1024 * 1024

/** It is refused, or is a picture that cleaning leaves as it is. */
function check(bytes: Uint8Array<ArrayBuffer>): void {
  const cleaned = cleanPicture(bytes)
  if (cleaned === 'damaged') return
  expect(cleaned.length).toBeLessThanOrEqual(bytes.length + SPARE_BYTES)
  expect(cleanPicture(cleaned)).toBe(cleaned)
}

describe.each(NOTED)('a damaged %s', (_, noted) => {
  it('tells nothing, wherever it ends', () => {
    for (let length = 0; length < noted.length; length += 1) {
      const cut = noted.slice(0, length)
      check(cut)
      const cleaned = cleanPicture(cut)
      expect(cleaned !== 'damaged' && tellsSecret(cleaned), `cut at ${length}`).toBe(false)
    }
  })

  it('is refused or cleaned, whatever becomes of its bytes', () => {
    const changes = fc.array(fc.tuple(fc.nat(noted.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(changes, fc.nat(noted.length), (changed, length) => {
        const bytes = noted.slice()
        for (const [at, value] of changed) bytes[at] = value
        check(bytes)
        check(bytes.slice(0, length))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is refused or cleaned where pieces of it are missing or stand twice', () => {
    const place = fc.nat(noted.length)
    fc.assert(
      fc.property(place, place, place, (from, to, at) => {
        const piece = noted.subarray(Math.min(from, to), Math.max(from, to))
        check(Uint8Array.from([...noted.subarray(0, at), ...piece, ...noted.subarray(at)]))
        check(
          Uint8Array.from([...noted.subarray(0, Math.min(from, to)), ...noted.subarray(Math.max(from, to))]),
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('hostile pictures of the largest size', () => {
  const fill = (head: ArrayLike<number>, piece: number[]) => {
    const bytes = new Uint8Array(10 * MIB)
    bytes.set(head)
    for (let at = head.length; at + piece.length <= bytes.length; at += piece.length) bytes.set(piece, at)
    return bytes
  }
  const webp = makeWebp().slice(0, 30)
  new DataView(webp.buffer).setUint32(4, 10 * MIB, true)

  it.each([
    ['nothing but marker bytes', fill([0xff, 0xd8, 0xff], [0xff])],
    ['nothing but stuffed bytes', fill([0xff, 0xd8, 0xff], [0, 0xff])],
    ['a million comments', fill([0xff, 0xd8], [0xff, 0xfe, 0, 2])],
    ['a million scans', fill([0xff, 0xd8], [0xff, 0xda, 0, 2, 1])],
    ['a million empty chunks', fill(makePng().slice(0, 8), [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0])],
    ['a million extensions', fill(makeGif(0).slice(0, 19), [0x21, 0xfe, 0])],
    [
      'frames within frames',
      fill(webp, [0x41, 0x4e, 0x4d, 0x46, 0xff, 0xff, 0x7f, 0, ...new Array<number>(16).fill(0)]),
    ],
    ['the beginnings of notes', fill([0xff, 0xd8, 0xff, 0xe0, 0, 0], [0x65, 0x58, 0x49])],
  ])('%s: they are refused or cleaned', (_, bytes) => {
    check(bytes)
  })
})
