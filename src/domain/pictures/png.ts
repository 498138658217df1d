import { bytesOf, joinBytes, readWord, viewOf } from './bytes.ts'
import { readOrientation, writeOrientation } from './orientation.ts'
import { PictureWriter } from './picture-writer.ts'

const SIGNATURE_BYTES = 8
/** A chunk's length and name; its check sum follows what it has. */
const HEAD_BYTES = 8
const CHECK_SUM_BYTES = 4
/** What pixels, colours, transparency and motion need. Everything else is somebody's notes, or nobody knows what. */
const KEPT = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'hIST', 'pHYs'],
])
const CHECK_POLYNOMIAL = 0xedb88320

/** Writes the chunks that a PNG is drawn from. Of Exif, the orientation is left; what follows the picture stays behind. */
export function writePng(bytes: Uint8Array<ArrayBuffer>): PictureWriter {
  const writer = new PictureWriter(bytes)
  const view = viewOf(bytes)
  writer.copy(0, SIGNATURE_BYTES)
  let at = SIGNATURE_BYTES
  while (at + HEAD_BYTES <= bytes.length) {
    const name = readWord(bytes, at + 4, 4)
    if (!/^[a-z]{4}$/i.test(name)) return writer
    const end = at + HEAD_BYTES + view.getUint32(at) + CHECK_SUM_BYTES
    const isKept = KEPT.has(name)
    if (!isKept) writer.hasNotes = true
    // A capital: who does not know it can't draw the picture, and may not leave it out.
    if (!isKept && /^[A-Z]/.test(name)) return writer
    if (name === 'IDAT') writer.hasPixels = true
    // Pixels that end early are shown as far as they go.
    if (isKept && (end <= bytes.length || writer.hasPixels)) writer.copy(at, end)
    if (end > bytes.length || name === 'IEND') return writer
    if (name === 'eXIf') writeExif(writer, bytes.subarray(at + HEAD_BYTES, end - CHECK_SUM_BYTES))
    at = end
  }
  return writer
}

function writeExif(writer: PictureWriter, tiff: Uint8Array): void {
  const orientation = readOrientation(tiff)
  if (writer.isTurned || orientation === 1) return
  writer.isTurned = true
  const body = joinBytes(bytesOf('eXIf'), writeOrientation(orientation))
  const chunk = new Uint8Array(4 + body.length + CHECK_SUM_BYTES)
  const view = viewOf(chunk)
  view.setUint32(0, body.length - 4)
  chunk.set(body, 4)
  view.setUint32(4 + body.length, sumUp(body))
  writer.write(chunk)
}

/** CRC-32 of a chunk's name and content. They are few bytes: no table pays. */
function sumUp(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? CHECK_POLYNOMIAL : 0)
  }
  return ~sum >>> 0
}
