import { hasWord } from './bytes.ts'
import { PictureWriter } from './picture-writer.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const PLAIN_TEXT = 0x01
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
const HEADER_BYTES = 13
const IMAGE_BYTES = 10
/** How often the motion is repeated, and the colours. All others are notes, XMP above all. */
const KEPT_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

/**
 * Writes a GIF's pictures and how they follow each other, without comments and other programs' notes, and without what follows
 * its end.
 */
export function writeGif(bytes: Uint8Array<ArrayBuffer>): PictureWriter {
  const writer = new PictureWriter(bytes)
  let end = findGifBlocks(bytes)
  writer.copy(0, end)
  while (end < bytes.length) {
    const at = end
    const kind = bytes[at]
    if (kind === TRAILER) writer.copy(at, at + 1)
    if (kind !== IMAGE && kind !== EXTENSION) return writer
    end = findBlockEnd(bytes, at)
    if (kind === IMAGE) {
      writer.hasPixels = true
      writer.copy(at, end)
    } else if (!isKeptExtension(bytes, at)) {
      writer.hasNotes = true
    } else if (end <= bytes.length) {
      writer.copy(at, end)
    }
  }
  return writer
}

/** How many pictures a GIF has, up to `most`: more than one are motion. */
export function countGifFrames(bytes: Uint8Array, most: number): number {
  let frames = 0
  let at = findGifBlocks(bytes)
  while (frames < most && (bytes[at] === IMAGE || bytes[at] === EXTENSION)) {
    if (bytes[at] === IMAGE) frames += 1
    at = findBlockEnd(bytes, at)
  }
  return frames
}

/** Behind the header and the colours for all pictures. */
function findGifBlocks(bytes: Uint8Array): number {
  return HEADER_BYTES + countColourBytes(bytes[10])
}

/** Behind a picture or an extension; beyond the bytes where it does not end. */
function findBlockEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === EXTENSION) return skipPieces(bytes, at + 2)
  // A picture's own colours, and the size of its codes.
  return skipPieces(bytes, at + IMAGE_BYTES + countColourBytes(bytes[at + 9]) + 1)
}

/** Behind the empty piece that ends a row of them. */
function skipPieces(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return bytes.length + 1
    at += 1 + length
    if (length === 0) return at
  }
}

function isKeptExtension(bytes: Uint8Array, at: number): boolean {
  const label = bytes[at + 1]
  if (label === GRAPHIC_CONTROL || label === PLAIN_TEXT) return true
  return label === APPLICATION && KEPT_APPLICATIONS.some((name) => hasWord(bytes, at + 3, name))
}

function countColourBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}
