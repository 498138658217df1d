import { describe, expect, it } from 'vitest'
import { cleanPicture } from '#src/domain/pictures/clean-picture.ts'
import {
  ADOBE,
  chunk,
  exifSegment,
  GIF_NOTES,
  ICC,
  IEND,
  JFIF,
  JPEG_PIXELS,
  makeGif,
  makePhoto,
  makePng,
  makeTiff,
  makeWebp,
  PNG_NOTES,
  PNG_SIGNATURE,
  segment,
  tellsSecret,
  WEBP_XMP,
  webpChunk,
  webpExif,
} from '#tests/support/picture-bytes.ts'

const bytesOf = (...parts: number[][]) => Uint8Array.from(parts.flat())
const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))

/** The picture without its notes; a damaged one fails the test. */
function clean(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const cleaned = cleanPicture(bytes)
  if (cleaned === 'damaged') throw new Error('the picture is damaged')
  // Cleaning what is clean changes nothing, and copies nothing.
  expect(cleanPicture(cleaned)).toBe(cleaned)
  return cleaned
}

/** The Exif that is left: the orientation and nothing else. */
const turned = (orientation: number) => [
  ...text('MM\0*\0\0\0\b\0'),
  ...[1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
]
const turnedSegment = (orientation: number) => segment(0xe1, [...text('Exif\0\0'), ...turned(orientation)])

describe('what a photo tells (JPEG)', () => {
  const REST = [...JPEG_PIXELS, ...segment(0xda, [1, 1, 0, 0, 63, 0]), 6, 7, 0xff, 0xd9]

  it('place, owner, camera, thumbnails, comments, second pictures and a film stay behind; colours and pixels do not', () => {
    const photo = makePhoto(1)
    expect(tellsSecret(photo)).toBe(true)
    expect(clean(photo)).toEqual(bytesOf([0xff, 0xd8], JFIF, ICC, ADOBE, REST))
  })

  it.each([2, 3, 4, 5, 6, 7, 8])(
    'orientation %i is all that is left of Exif, in either byte order',
    (value) => {
      const expected = bytesOf([0xff, 0xd8], JFIF, turnedSegment(value), ICC, ADOBE, REST)
      expect(clean(makePhoto(value, true))).toEqual(expected)
      expect(clean(makePhoto(value, false))).toEqual(expected)
    },
  )

  it.each([0, 9, 774, null])('an orientation that is none (%s) is not kept', (value) => {
    expect(clean(makePhoto(value))).toEqual(bytesOf([0xff, 0xd8], JFIF, ICC, ADOBE, REST))
  })

  it('of two orientations the first is kept, which is what browsers follow', () => {
    const photo = bytesOf([0xff, 0xd8], exifSegment(6), exifSegment(3), JPEG_PIXELS, [0xff, 0xd9])
    expect(clean(photo)).toEqual(bytesOf([0xff, 0xd8], turnedSegment(6), JPEG_PIXELS, [0xff, 0xd9]))
  })

  it('nothing is changed where there is nothing to take out', () => {
    const plain = bytesOf([0xff, 0xd8], JFIF, ICC, ADOBE, JPEG_PIXELS, [0xff, 0xd9])
    expect(cleanPicture(plain)).toBe(plain)
  })

  it('one that breaks off in its pixels goes as far as it goes, without its notes', () => {
    const cut = bytesOf([0xff, 0xd8], exifSegment(8), JPEG_PIXELS.slice(0, -3))
    expect(clean(cut)).toEqual(bytesOf([0xff, 0xd8], turnedSegment(8), JPEG_PIXELS.slice(0, -3)))
  })

  it('a second picture that begins before the end of the first stays behind', () => {
    const two = bytesOf([0xff, 0xd8], JPEG_PIXELS, [0xff, 0xd8], exifSegment(6), JPEG_PIXELS, [0xff, 0xd9])
    expect(clean(two)).toEqual(bytesOf([0xff, 0xd8], JPEG_PIXELS))
  })

  it.each([
    ['within its Exif', bytesOf([0xff, 0xd8], exifSegment(6).slice(0, 40))],
    ['within a comment', bytesOf([0xff, 0xd8], segment(0xfe, text('Jane')).slice(0, -2))],
    ['behind its notes', bytesOf([0xff, 0xd8], exifSegment(6))],
    ['in its very length', bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 0], exifSegment(6))],
    ['at a marker that nobody has', bytesOf([0xff, 0xd8, 0xff, 0x02], exifSegment(6), JPEG_PIXELS)],
  ])('one that can not be read from %s on is damaged', (_, bytes) => {
    expect(cleanPicture(bytes)).toBe('damaged')
  })

  it('one that can not be read and has no notes is left as it is', () => {
    const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 60 }, () => 7)])
    expect(cleanPicture(bytes)).toBe(bytes)
  })
})

describe('what a PNG tells', () => {
  it.each(Object.entries(PNG_NOTES))('%s stays behind', (_, notes) => {
    expect(clean(makePng({ notes }))).toEqual(makePng())
  })

  it('of Exif the orientation is left, with a check sum that is right', () => {
    const notes = chunk('eXIf', makeTiff(6))
    expect(clean(makePng({ notes }))).toEqual(makePng({ notes: chunk('eXIf', turned(6)) }))
  })

  it('colours, transparency and motion stay; nothing is changed where there is nothing to take out', () => {
    for (const isMoving of [false, true]) {
      const plain = makePng({ isMoving })
      expect(cleanPicture(plain)).toBe(plain)
      const notes = Object.values(PNG_NOTES).flat()
      expect(clean(makePng({ isMoving, notes }))).toEqual(plain)
    }
  })

  it('what follows its end stays behind', () => {
    expect(clean(bytesOf([...makePng()], text('Jane')))).toEqual(makePng())
    expect(clean(bytesOf([...makePng()], chunk('IDAT', text('Jane')), IEND))).toEqual(makePng())
  })

  it('one that breaks off behind the first of its pixels goes as far as it goes', () => {
    const cut = makePng({ notes: PNG_NOTES['tEXt'] ?? [] }).slice(0, -20)
    expect(clean(cut)).toEqual(makePng().slice(0, -20))
    const withNoteLast = makePng().slice(0, -IEND.length)
    expect(clean(bytesOf([...withNoteLast], (PNG_NOTES['tEXt'] ?? []).slice(0, -6)))).toEqual(withNoteLast)
  })

  it.each([
    ['within a note', bytesOf(PNG_SIGNATURE, (PNG_NOTES['tEXt'] ?? []).slice(0, -6))],
    ['behind its notes', bytesOf(PNG_SIGNATURE, PNG_NOTES['eXIf'] ?? [])],
    ['at what it must not leave out', bytesOf(PNG_SIGNATURE, chunk('CgBI', [1]), PNG_NOTES['tEXt'] ?? [])],
    ['at what is no chunk', bytesOf(PNG_SIGNATURE, [0, 0, 0, 0, 1, 2, 3, 4], PNG_NOTES['iTXt'] ?? [])],
  ])('one that can not be read from %s on is damaged', (_, bytes) => {
    expect(cleanPicture(bytes)).toBe('damaged')
  })

  it('one that can not be read and has no notes is left as it is', () => {
    const bytes = bytesOf(PNG_SIGNATURE, [0, 0, 0, 0, 1, 2, 3, 4])
    expect(cleanPicture(bytes)).toBe(bytes)
  })
})

describe('what a GIF tells', () => {
  it.each([1, 3])(
    'comments and other programs’ notes stay behind, and its motion stays (%i frames)',
    (frames) => {
      expect(clean(makeGif(frames, GIF_NOTES))).toEqual(makeGif(frames))
      expect(clean(bytesOf([...makeGif(frames)], text('Jane')))).toEqual(makeGif(frames))
      const plain = makeGif(frames)
      expect(cleanPicture(plain)).toBe(plain)
    },
  )

  it('one that breaks off in its pixels goes as far as it goes; one without any pixels is damaged where it has notes', () => {
    expect(clean(makeGif(2, GIF_NOTES).slice(0, -4))).toEqual(makeGif(2).slice(0, -4))
    expect(cleanPicture(makeGif(0, GIF_NOTES))).toBe('damaged')
    const empty = makeGif(0)
    expect(cleanPicture(empty)).toBe(empty)
  })
})

describe('what a WebP tells', () => {
  it('Exif, XMP and what nobody knows stay behind, and its header says so', () => {
    const notes = [...webpExif(1), ...WEBP_XMP, ...webpChunk('JANE', text('Jane'))]
    expect(clean(makeWebp({ flags: 16 + 8 + 4, notes }))).toEqual(makeWebp({ flags: 16 }))
    const plain = makeWebp()
    expect(cleanPicture(plain)).toBe(plain)
  })

  it('its header says so too where notes stood before it', () => {
    const picture = makeWebp({ flags: 16 + 4 })
    const noted = bytesOf([...picture.subarray(0, 12)], WEBP_XMP, [...picture.subarray(12)])
    noted[4] = noted.length - 8
    expect(clean(noted)).toEqual(makeWebp({ flags: 16 }))
  })

  it('of Exif the orientation is left', () => {
    const cleaned = clean(makeWebp({ flags: 8 + 4, notes: [...WEBP_XMP, ...webpExif(6)] }))
    expect(cleaned).toEqual(makeWebp({ flags: 8, notes: webpChunk('EXIF', turned(6)) }))
  })

  it('its motion stays, without what is in its frames, and so does nothing behind its end', () => {
    const noted = makeWebp({ flags: 2 + 4, frames: 2, frameNotes: WEBP_XMP, notes: WEBP_XMP })
    expect(clean(bytesOf([...noted], text('Jane')))).toEqual(makeWebp({ flags: 2, frames: 2 }))
  })

  it('one without pixels is damaged where it has notes', () => {
    const noted = makeWebp({ notes: WEBP_XMP })
    expect(cleanPicture(bytesOf([...noted.slice(0, 30)], WEBP_XMP))).toBe('damaged')
  })
})

it('other files are left as they are', () => {
  const pdf = bytesOf(text('%PDF-1.7 /Author (Jane)'))
  expect(cleanPicture(pdf)).toBe(pdf)
  expect(cleanPicture(new Uint8Array())).toHaveLength(0)
})
