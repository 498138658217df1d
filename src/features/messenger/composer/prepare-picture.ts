import { MAX_UPLOAD_BYTES, sniffUploadType, type UploadType } from '#src/contract/limits.ts'
import { readPixelSize } from '#src/domain/files/pixel-size.ts'
import { cleanPicture } from '#src/domain/pictures/clean-picture.ts'
import { listEncodings, maySendAsItIs } from '#src/domain/pictures/encodings.ts'
import { isMoving } from '#src/domain/pictures/motion.ts'
import { encode, lookAt } from './draw-picture.ts'

/** Decoded, a pixel takes four bytes: beyond this a phone's browser ends the page. */
const MAX_PIXELS = 100_000_000
/** Most that a pixel takes without any compression: four parts of 16 bits. */
const MAX_PIXEL_BYTES = 8
/** Larger files are not decoded: they are no pictures. */
const MAX_DECODED_BYTES = 60 * 1024 * 1024
/** Enough for a header behind a photo's own notes and thumbnail. */
const HEAD_BYTES = 256 * 1024
/** Pictures that nobody accepts but that some browsers decode, by their type or their name. */
const CONVERTIBLE = /^image\/(webp|bmp|x-ms-bmp|avif|hei[cf]|tiff|jxl|jp2|svg\+xml)\b/i
const CONVERTIBLE_NAME = /\.(webp|bmp|avif|hei[cf]|tiff?|jxl|jp2|svg)$/i
const ENDING = /\.\w+$/

export type PictureProblem = 'too-many-pixels' | 'not-decodable' | 'unreadable'

/** A file as it will be sent. `isStill`: it moves, and what will be sent of it does not. */
export interface PreparedFile {
  file: File
  isStill: boolean
}

/** A picture without its notes. `type` is null where nobody accepts it as it is. */
interface Source {
  file: File
  type: UploadType | null
  isMoving: boolean
}

/**
 * Makes large pictures smaller where that helps (docs/decisions/051-pictures.md) and turns what the browser can decode but
 * nobody accepts into PNG or JPEG, upright as its notes say. The result is never larger than what could be sent as it is. What
 * is no picture is given back: the check that follows says why not.
 */
export async function preparePicture(file: File): Promise<PreparedFile | { problem: PictureProblem }> {
  const asItIs = { file, isStill: false }
  if (file.size === 0 || file.size > MAX_DECODED_BYTES) return asItIs
  const head = await readBytes(file.slice(0, HEAD_BYTES))
  if (!head) return { problem: 'unreadable' }
  const type = sniffUploadType(head)
  const isForeign = type === null && (CONVERTIBLE.test(file.type) || CONVERTIBLE_NAME.test(file.name))
  if (type === 'application/pdf' || (type === null && !isForeign)) return asItIs
  const pixels = readPixelSize(head)
  if (pixels && pixels.width * pixels.height > MAX_PIXELS) return { problem: 'too-many-pixels' }
  const bytes = await readBytes(file)
  if (!bytes) return { problem: 'unreadable' }
  const clean = cleanPicture(bytes)
  if (clean === 'damaged') return asItIs
  const source = {
    file: clean === bytes ? file : new File([clean], file.name, { type: file.type }),
    type,
    isMoving: isMoving(clean),
  }
  // More than its pixels could take: what makes it too large is no picture, and nobody would expect that to be left out.
  const isStuffed = pixels && !source.isMoving && file.size > pixels.width * pixels.height * MAX_PIXEL_BYTES
  if (isStuffed && file.size > MAX_UPLOAD_BYTES) return asItIs
  const facts = { size: clean.length, pixels, isMoving: source.isMoving, isGif: type === 'image/gif' }
  if (!isForeign && maySendAsItIs(facts, MAX_UPLOAD_BYTES)) return { ...asItIs, file: source.file }
  return drawAnew(source)
}

/** The browser decodes beside the page's own thread. */
async function drawAnew(source: Source): Promise<PreparedFile | { problem: PictureProblem }> {
  const { file, type } = source
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  // An accepted one that this device can't decode just now is sent as it is.
  if (!bitmap) return type === null ? { problem: 'not-decodable' } : { file, isStill: false }
  try {
    if (bitmap.width * bitmap.height > MAX_PIXELS) return { problem: 'too-many-pixels' }
    const drawn = await encodeSmaller(bitmap, source)
    if (drawn) return { file: nameAfter(file, drawn), isStill: source.isMoving }
    return type === null ? { problem: 'not-decodable' } : { file, isStill: false }
  } finally {
    bitmap.close()
  }
}

/**
 * The best encoding, if it is smaller than the original; null where it is not and the original can be sent. Otherwise the first
 * one that is small enough, or the smallest.
 */
async function encodeSmaller(bitmap: ImageBitmap, { file, type }: Source): Promise<Blob | null> {
  const { width, height } = bitmap
  const isJpeg = type === 'image/jpeg'
  const look = isJpeg ? { isSharp: false, isClear: false } : lookAt(bitmap)
  const encodings = listEncodings({ width, height, isJpeg, ...look })
  if (type !== null && file.size <= MAX_UPLOAD_BYTES) {
    const [best] = encodings
    // The same pixels without loss are what the original has.
    if (!best || (best.type === type && best.type === 'image/png' && best.width === width)) return null
    const blob = await encode(bitmap, best)
    return blob && blob.size < file.size ? blob : null
  }
  let smallest: Blob | null = null
  for (const encoding of encodings) {
    const blob = await encode(bitmap, encoding)
    if (!blob) continue
    if (blob.size < Math.min(file.size, MAX_UPLOAD_BYTES)) return blob
    if (!smallest || blob.size < smallest.size) smallest = blob
  }
  return smallest
}

function nameAfter({ name }: File, blob: Blob): File {
  const ending = blob.type === 'image/png' ? 'png' : 'jpg'
  return new File([blob], `${name.replace(ENDING, '')}.${ending}`, { type: blob.type })
}

async function readBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    return null
  }
}
