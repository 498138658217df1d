import { describe, expect, it } from 'vitest'
import { isMoving } from '#src/domain/pictures/motion.ts'
import {
  chunk,
  GIF_NOTES,
  IEND,
  makeGif,
  makePhoto,
  makePng,
  makeWebp,
  PNG_NOTES,
} from '#tests/support/picture-bytes.ts'

const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
/** The head of a HEIF file: its brand, a version and the brands that it may be read as. */
const heif = (brand: string, ...others: string[]) =>
  Uint8Array.from([
    0,
    0,
    0,
    16 + 4 * others.length,
    ...text(`ftyp${brand}avis${others.join('')}`),
    0,
    0,
    0,
    9,
  ])
const oneFrame = chunk('acTL', [0, 0, 0, 1, 0, 0, 0, 0])

describe('whether a picture moves', () => {
  it.each([
    ['a gif of two pictures, behind its notes', makeGif(2, GIF_NOTES)],
    ['a png of two frames, behind its notes', makePng({ isMoving: true, notes: PNG_NOTES['tEXt'] ?? [] })],
    ['a webp of two frames', makeWebp({ flags: 2, frames: 2 })],
    ['an avif sequence', heif('avis', 'avif')],
    ['a heic sequence, by another of its brands', heif('mif1', 'heic', 'hevc')],
  ])('%s does', (_, bytes) => {
    expect(isMoving(bytes)).toBe(true)
  })

  it.each([
    ['a gif of one picture', makeGif(1, GIF_NOTES)],
    ['a png', makePng()],
    ['a png of one frame', makePng({ notes: oneFrame })],
    [
      'a png that says so behind its pixels',
      Uint8Array.from([...makePng().slice(0, -IEND.length), ...chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])]),
    ],
    ['a webp', makeWebp()],
    ['a webp that says so and has one frame', makeWebp({ flags: 2 })],
    ['an avif', heif('avif', 'mif1')],
    ['a photo with a film behind it', makePhoto(6)],
    ['nothing', new Uint8Array()],
  ])('%s does not', (_, bytes) => {
    expect(isMoving(bytes)).toBe(false)
  })

  it('one that ends early says what it has, wherever', () => {
    for (const bytes of [
      makeGif(2),
      makePng({ isMoving: true }),
      makeWebp({ flags: 2, frames: 2 }),
      heif('avis'),
    ]) {
      const told = Array.from({ length: bytes.length }, (_, length) => isMoving(bytes.slice(0, length)))
      // From some length on it does.
      expect(told).toEqual([...told].sort())
    }
  })
})
