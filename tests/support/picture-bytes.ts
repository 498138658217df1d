/** Pictures built byte by byte, with notes where cameras and programs put them. */
import { crc32, deflateSync } from 'node:zlib'

/** Whatever may not go out is written with this word. */
const SECRET = 'N51.5007 W0.1246 Jane'

const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const big16 = (value: number) => [value >>> 8, value & 0xff]
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 0xffff)]
const little32 = (value: number) => big32(value).reverse()
const zeros = (count: number) => Array.from({ length: count }, () => 0)

/** A TIFF structure with an orientation (none: no such tag), a GPS directory and the secret, in either byte order. */
export function makeTiff(orientation: number | null, isLittle = true): number[] {
  const n16 = (value: number) => (isLittle ? big16(value).reverse() : big16(value))
  const n32 = (value: number) => (isLittle ? little32(value) : big32(value))
  const turned = orientation === null ? [] : [[0x0112, 3, 1, ...n16(orientation), 0, 0]]
  const entries = [[0x010f, 2, SECRET.length, ...n32(100)], ...turned, [0x8825, 4, 1, ...n32(80)]]
  const written = entries.flatMap(([tag = 0, type = 0, count = 0, ...value]) => [
    ...[...n16(tag), ...n16(type), ...n32(count)],
    ...value,
  ])
  const head = [...text(isLittle ? 'II' : 'MM'), ...n16(42), ...n32(8), ...n16(entries.length), ...written]
  const gps = [...n16(1), ...n16(1), ...n16(2), ...n32(2), ...text('N\0'), 0, 0, ...n32(0)]
  return [...[...head, ...zeros(80)].slice(0, 80), ...[...gps, ...zeros(20)].slice(0, 20), ...text(SECRET)]
}

export function segment(marker: number, payload: number[]): number[] {
  return [0xff, marker, ...big16(payload.length + 2), ...payload]
}

export const exifSegment = (orientation: number | null, isLittle = true) =>
  segment(0xe1, [...text('Exif\0\0'), ...makeTiff(orientation, isLittle)])

/** The segments of a JPEG that its pixels need, shortened; the scan has a stuffed byte and a restart in it. */
export const JPEG_PIXELS = [
  ...segment(0xdb, [0, ...zeros(64)]),
  ...segment(0xc0, [8, ...big16(2), ...big16(3), 1, 1, 0x11, 0]),
  ...segment(0xc4, [0, ...zeros(16)]),
  ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ...[1, 2, 0xff, 0, 3, 0xff, 0xd3, 4, 5],
]
export const ICC = segment(0xe2, [...text('ICC_PROFILE\0'), 1, 1, 9, 9, 9])
export const ADOBE = segment(0xee, [...text('Adobe'), 0, 100, 0, 0, 0, 0, 1])
export const JFIF = segment(0xe0, [...text('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0])

/** A photo as phones make it, with notes of every kind. */
export function makePhoto(orientation: number | null, isLittle = true): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...text('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 1, 8, ...text(SECRET), ...zeros(3)]),
    ...segment(0xe0, [...text('JFXX\0'), 0x10, ...text(SECRET)]),
    ...exifSegment(orientation, isLittle),
    ...segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SECRET}`)),
    ...segment(0xe2, text(`MPF\0${SECRET}`)),
    ...ICC,
    ...segment(0xed, text(`Photoshop 3.0\0${SECRET}`)),
    ...segment(0xeb, text(`JP${SECRET}`)),
    ...ADOBE,
    ...segment(0xfe, text(SECRET)),
    ...[0xff, 0xff, ...JPEG_PIXELS],
    ...segment(0xfe, text(SECRET)),
    ...[...segment(0xda, [1, 1, 0, 0, 63, 0]), 6, 7],
    ...[0xff, 0xd9],
    // The second picture of a motion photo, and its film.
    ...[0xff, 0xd8, ...exifSegment(1), ...JPEG_PIXELS, 0xff, 0xd9, ...text(`ftypmp42${SECRET}`)],
  ])
}

export function chunk(name: string, content: number[]): number[] {
  const body = Uint8Array.from([...text(name), ...content])
  return [...big32(content.length), ...body, ...big32(crc32(body))]
}

export const PNG_SIGNATURE = [0x89, ...text('PNG\r\n\x1a\n')]
/** Two by one pixels with transparency. */
const IHDR = chunk('IHDR', [...big32(2), ...big32(1), 8, 6, 0, 0, 0])
const PNG_PIXELS = chunk('IDAT', [...deflateSync(Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8]))])
export const IEND = chunk('IEND', [])
const FRAME = [...big32(2), ...big32(1), ...zeros(8), 0, 1, 0, 10, 0, 0]
const MOTION = [
  chunk('acTL', [...big32(2), ...zeros(4)]),
  chunk('fcTL', [...zeros(4), ...FRAME]),
  PNG_PIXELS,
  chunk('fcTL', [...big32(1), ...FRAME]),
  chunk('fdAT', [...big32(2), ...deflateSync(Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8]))]),
]

/** Chunks in front of a PNG's pixels that hold notes, by their name. */
export const PNG_NOTES: Record<string, number[]> = {
  eXIf: chunk('eXIf', makeTiff(null, false)),
  tEXt: chunk('tEXt', text(`Author\0${SECRET}`)),
  zTXt: chunk('zTXt', [...text('Raw profile type exif\0\0'), ...deflateSync(SECRET)]),
  iTXt: chunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)),
  tIME: chunk('tIME', [0x07, 0xea, 11, 26, 3, 4, 5]),
  prVt: chunk('prVt', text(SECRET)),
  iDOT: chunk('iDOT', text(SECRET)),
}
const COLOURS = [chunk('gAMA', big32(45_455)), chunk('sRGB', [0]), chunk('pHYs', [...zeros(8), 1])].flat()

export function makePng({ notes = [], isMoving = false }: { notes?: number[]; isMoving?: boolean } = {}) {
  const pixels = isMoving ? MOTION.flat() : PNG_PIXELS
  return Uint8Array.from([...PNG_SIGNATURE, ...IHDR, ...COLOURS, ...notes, ...pixels, ...IEND])
}

const GIF_IMAGE = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, ...zeros(4), 2, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
const piece = (word: string) => [word.length, ...text(word)]

/** One by two pixels, repeated for ever where it has several frames. */
export function makeGif(frames: number, notes: number[] = []): Uint8Array<ArrayBuffer> {
  const loop = [0x21, 0xff, ...piece('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  const images = Array.from({ length: frames }, () => GIF_IMAGE).flat()
  const header = [...text('GIF89a'), 2, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  return Uint8Array.from([...header, ...(frames > 1 ? loop : []), ...notes, ...images, 0x3b])
}
export const GIF_NOTES = [
  ...[0x21, 0xfe, ...piece(SECRET), ...piece('more'), 0],
  ...[0x21, 0xff, ...piece('XMP DataXMP'), ...piece(SECRET), 0],
]

export function webpChunk(name: string, content: number[]): number[] {
  return [...text(name), ...little32(content.length), ...content, ...zeros(content.length % 2)]
}

const WEBP_PIXELS = webpChunk('VP8L', [0x2f, 1, 0, 0, 0x10, 7, 7])
/** The extended form, with these flags (2 motion, 4 XMP, 8 Exif, 16 transparency). At most 256 pixels wide and high. */
export function makeWebp({
  flags = 16,
  notes = [] as number[],
  frames = 1,
  frameNotes = [] as number[],
  width = 2,
  height = 1,
  image = WEBP_PIXELS,
} = {}) {
  const size = [width - 1, 0, 0, height - 1, 0, 0]
  const frame = webpChunk('ANMF', [...zeros(6), ...size, 100, 0, 0, 0, ...image, ...frameNotes])
  const pixels =
    frames === 1
      ? image
      : [...webpChunk('ANIM', zeros(6)), ...Array.from({ length: frames }, () => frame).flat()]
  const chunks = [...webpChunk('VP8X', [flags, 0, 0, 0, ...size]), ...pixels, ...notes]
  return Uint8Array.from([...text('RIFF'), ...little32(chunks.length + 4), ...text('WEBP'), ...chunks])
}
export const webpExif = (orientation: number | null) => webpChunk('EXIF', makeTiff(orientation))
export const WEBP_XMP = webpChunk('XMP ', text(SECRET))

/** Whether the secret can be read anywhere in these bytes. */
export function tellsSecret(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes(SECRET)
}
