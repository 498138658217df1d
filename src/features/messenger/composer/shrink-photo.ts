import { sniffUploadType } from '#src/contract/limits.ts'
import { readPixelSize } from '#src/domain/files/pixel-size.ts'

/** Longest side of a photo that is sent, px, and the quality of what is drawn anew (O7). */
const LONGEST_SIDE_PX = 2_048
const JPEG_QUALITY = 0.85
/** Decoded, a pixel takes four bytes: beyond this a phone's browser ends the page. */
const MAX_PIXELS = 100_000_000
/** Larger files are not decoded: they are no photos. */
const MAX_DECODED_BYTES = 60 * 1024 * 1024
/** Enough for a header behind a photo's own notes and thumbnail. */
const HEAD_BYTES = 256 * 1024
/** Pictures that nobody accepts but that some browsers decode, by their type or their name. */
const CONVERTIBLE = /^image\/(webp|bmp|x-ms-bmp|avif|hei[cf]|tiff|jxl|jp2|svg\+xml)\b/i
const CONVERTIBLE_NAME = /\.(webp|bmp|avif|hei[cf]|tiff?|jxl|jp2|svg)$/i
const ENDING = /\.\w+$/

export type PhotoProblem = 'too-many-pixels' | 'not-decodable' | 'unreadable'

/**
 * Scales a large photo down and turns what the browser can decode but nobody accepts into JPEG, upright as its notes say.
 * What is small enough stays as it is, a png with its transparency too, and gifs keep their motion. What is no picture is
 * given back: the check that follows says why not.
 */
export async function shrinkPhoto(file: File): Promise<{ file: File } | { problem: PhotoProblem }> {
  if (file.size === 0 || file.size > MAX_DECODED_BYTES) return { file }
  const head = await readHead(file)
  if (!head) return { problem: 'unreadable' }
  const type = sniffUploadType(head)
  const isForeign = type === null && (CONVERTIBLE.test(file.type) || CONVERTIBLE_NAME.test(file.name))
  if (type === 'application/pdf' || (type === null && !isForeign)) return { file }
  const size = readPixelSize(head)
  if (size && size.width * size.height > MAX_PIXELS) return { problem: 'too-many-pixels' }
  const isSmall = size !== null && Math.max(size.width, size.height) <= LONGEST_SIDE_PX
  if (type === 'image/gif' || (type !== null && isSmall)) return { file }
  return drawAnew(file, isForeign)
}

/** The browser decodes beside the page's own thread. */
async function drawAnew(file: File, isForeign: boolean): Promise<{ file: File } | { problem: PhotoProblem }> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  // An accepted one that this device can't decode just now is sent as it is.
  if (!bitmap) return isForeign ? { problem: 'not-decodable' } : { file }
  try {
    if (bitmap.width * bitmap.height > MAX_PIXELS) return { problem: 'too-many-pixels' }
    const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(bitmap.width, bitmap.height))
    if (scale === 1 && !isForeign) return { file }
    const side = (length: number) => Math.max(1, Math.round(length * scale))
    const blob = await drawJpeg(bitmap, side(bitmap.width), side(bitmap.height))
    if (!blob) return isForeign ? { problem: 'not-decodable' } : { file }
    return { file: new File([blob], `${file.name.replace(ENDING, '')}.jpg`, { type: blob.type }) }
  } finally {
    bitmap.close()
  }
}

async function drawJpeg(bitmap: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // JPEG has no transparency: what was clear becomes paper.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
}

async function readHead(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return null
  }
}
