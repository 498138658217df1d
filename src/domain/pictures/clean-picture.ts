import { bytesOf, hasWord } from './bytes.ts'
import { writeGif } from './gif.ts'
import { writeJpeg } from './jpeg.ts'
import type { PictureWriter } from './picture-writer.ts'
import { writePng } from './png.ts'
import { writeWebp } from './webp.ts'

/** How notes on a picture begin, wherever they are. */
const MARKS = [
  ...['Exif\0\0', 'eXIf', 'EXIF', 'tEXt', 'zTXt', 'iTXt'],
  ...['ns.adobe.com/', 'Photoshop 3.0', 'xpacket', 'XMP DataXMP', 'II*\0\b\0\0\0', 'MM\0*\0\0\0\b'],
].map(bytesOf)

/**
 * Takes out of a JPEG, PNG, GIF or WebP what tells where, when, with what and by whom it was made, and older pictures of it.
 * Nothing is encoded anew: the pixels are the same bytes, and upright stays upright. Gives the same array where there is nothing
 * to take out, and for any other file. Cleaning what is clean changes nothing. One walk over the bytes.
 *
 * A picture that breaks off behind the first of its pixels ends there, as it does where it is shown. 'damaged': no pixels were
 * found, and there may be notes. Without anything that looks like notes such a file is given back as it is: what can't be read
 * is not made worse, and tells nothing.
 */
export function cleanPicture(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | 'damaged' {
  const writer = writeClean(bytes)
  if (!writer) return bytes
  if (writer.hasPixels) return writer.finish()
  return writer.hasNotes || MARKS.some((mark) => hasBytes(bytes, mark)) ? 'damaged' : bytes
}

function writeClean(bytes: Uint8Array<ArrayBuffer>): PictureWriter | null {
  if (hasWord(bytes, 0, '\xff\xd8\xff')) return writeJpeg(bytes)
  if (hasWord(bytes, 0, '\x89PNG\r\n\x1a\n')) return writePng(bytes)
  if (hasWord(bytes, 0, 'GIF8')) return writeGif(bytes)
  if (hasWord(bytes, 0, 'RIFF') && hasWord(bytes, 8, 'WEBP')) return writeWebp(bytes)
  return null
}

function hasBytes(bytes: Uint8Array, searched: Uint8Array): boolean {
  const [first = 0, second] = searched
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (bytes[at + 1] === second && searched.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}
