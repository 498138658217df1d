import { bytesOf, hasWord, joinBytes, readWord, viewOf } from './bytes.ts'
import { readOrientation, writeOrientation } from './orientation.ts'
import { PictureWriter } from './picture-writer.ts'

/** `RIFF`, how many bytes follow, `WEBP`. */
const HEADER_BYTES = 12
/** A chunk's name and length. */
const HEAD_BYTES = 8
/** Flags and the size of what is drawn on. */
const EXTENDED_BYTES = 10
/** Where a picture of a motion stands and how long; its own chunks follow. */
const FRAME_BYTES = 16
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP'])
const PIXELS = new Set(['VP8 ', 'VP8L'])
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

/**
 * Writes the chunks that a WebP is drawn from, and corrects what its header says of them. Of Exif, the orientation is left;
 * what follows the picture stays behind.
 */
export function writeWebp(bytes: Uint8Array<ArrayBuffer>): PictureWriter {
  const writer = new PictureWriter(bytes)
  const stop = Math.min(bytes.length, HEAD_BYTES + readUint32(bytes, 4))
  writer.copy(0, HEADER_BYTES)
  writeChunks(writer, bytes, { from: HEADER_BYTES, stop, isFrame: false })
  writer.overwrite(4, uint32(writer.length - HEAD_BYTES))
  // The flags are the first byte of the first chunk that is left.
  const { written } = writer
  const at = HEADER_BYTES + HEAD_BYTES
  const isExtended = hasWord(written, HEADER_BYTES, 'VP8X') && written.length >= at + EXTENDED_BYTES
  if (isExtended && readUint32(written, at - 4) >= EXTENDED_BYTES) {
    const flags = (written[at] ?? 0) & ~(HAS_EXIF | HAS_XMP)
    writer.overwrite(at, Uint8Array.of(flags | (writer.isTurned ? HAS_EXIF : 0)))
  }
  return writer
}

/** Walks chunks, and once those of a frame: no frame has frames. False where one is longer than its place: nothing follows it. */
function writeChunks(
  writer: PictureWriter,
  bytes: Uint8Array,
  { from, stop, isFrame }: { from: number; stop: number; isFrame: boolean },
): boolean {
  let at = from
  while (at + HEAD_BYTES <= stop) {
    const name = readWord(bytes, at, 4)
    const length = readUint32(bytes, at + 4)
    const contentEnd = Math.min(at + HEAD_BYTES + length, stop)
    // One of an odd length is filled up.
    const end = Math.min(at + HEAD_BYTES + length + (length % 2), stop)
    if (PIXELS.has(name)) writer.hasPixels = true
    if (KEPT.has(name)) writer.copy(at, end)
    else if (name !== 'ANMF' || isFrame) writer.hasNotes = true
    else if (!writeFrame(writer, bytes, at, contentEnd)) return false
    if (name === 'EXIF' && !isFrame) writeExif(writer, bytes.subarray(at + HEAD_BYTES, contentEnd))
    if (at + HEAD_BYTES + length > stop) return false
    at = end
  }
  return true
}

/** A picture of a motion has chunks of its own, and a length that counts them. */
function writeFrame(writer: PictureWriter, bytes: Uint8Array, at: number, stop: number): boolean {
  const from = at + HEAD_BYTES + FRAME_BYTES
  const start = writer.length
  writer.copy(at, Math.min(from, stop))
  const isComplete = writeChunks(writer, bytes, { from, stop, isFrame: true })
  const length = writer.length - start - HEAD_BYTES
  writer.overwrite(start + 4, uint32(length))
  if (length % 2 === 1) writer.write(Uint8Array.of(0))
  return isComplete
}

/** Some writers begin it as JPEG does. */
function writeExif(writer: PictureWriter, exif: Uint8Array): void {
  const tiff = hasWord(exif, 0, 'Exif\0\0') ? exif.subarray(6) : exif
  const orientation = readOrientation(tiff)
  if (writer.isTurned || orientation === 1) return
  writer.isTurned = true
  const content = writeOrientation(orientation)
  writer.write(joinBytes(bytesOf('EXIF'), uint32(content.length), content))
}

function readUint32(bytes: Uint8Array, at: number): number {
  return viewOf(bytes).getUint32(at, true)
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}
