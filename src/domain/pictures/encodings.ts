import type { PixelSize } from '../files/pixel-size.ts'

/** How a picture may be drawn anew. */
export interface Encoding extends PixelSize {
  type: 'image/png' | 'image/jpeg'
  /** Of JPEG, from 0 to 1. */
  quality: number
}

/** What is known of a picture before it is decoded. */
interface PictureFacts {
  /** Bytes. */
  size: number
  /** Null where its header does not say it. */
  pixels: PixelSize | null
  isMoving: boolean
  isGif: boolean
}

/** What is known of it once it is decoded. */
interface Decoded extends PixelSize {
  isJpeg: boolean
  isSharp: boolean
  isClear: boolean
}

/** Longest side of a photo that is sent, px, and its quality (O7). */
const PHOTO_SIDE_PX = 2_048
const PHOTO_QUALITY = 0.85
const LOW_QUALITY = 0.7
/** Letters become frayed below this. */
const TEXT_QUALITY = 0.92
/** As many as a screen of 3840x2160 shows: text that was readable there is not scaled down. */
const SHARP_PIXELS = 3_840 * 2_160
/** What costs so little to send is not made smaller, unless a phone has no room to show it: decoded, a pixel takes 4 bytes. */
const SMALL_BYTES = 1024 * 1024
const SMALL_PIXELS = 25_000_000

/** Whether a picture of an accepted type is sent as it is. `maxBytes` is what a file may have. */
export function maySendAsItIs({ size, pixels, isMoving, isGif }: PictureFacts, maxBytes: number): boolean {
  if (size > maxBytes) return false
  // Drawn anew it would stand still.
  if (isMoving || isGif) return true
  if (pixels === null) return false
  const { width, height } = pixels
  return Math.max(width, height) <= PHOTO_SIDE_PX || (size <= SMALL_BYTES && width * height <= SMALL_PIXELS)
}

/**
 * How a picture may be drawn anew, the best first; the others are for where that is too large and so is the original, or nobody
 * accepts it. What was taken by light is small as JPEG; drawn lines and letters stay sharp, and what can be seen through stays so.
 */
export function listEncodings({ isJpeg, isSharp, isClear, ...pixels }: Decoded): Encoding[] {
  const small = fitInto(pixels, PHOTO_SIDE_PX / Math.max(pixels.width, pixels.height))
  const readable = fitInto(pixels, Math.sqrt(SHARP_PIXELS / (pixels.width * pixels.height)))
  const png = (size: PixelSize): Encoding => ({ type: 'image/png', quality: 1, ...size })
  const jpeg = (size: PixelSize, quality: number): Encoding => ({ type: 'image/jpeg', quality, ...size })
  if (isClear) return isSharp ? [png(readable), png(small)] : [png(small)]
  if (isSharp && !isJpeg) return [png(readable), jpeg(readable, TEXT_QUALITY)]
  return [jpeg(small, PHOTO_QUALITY), jpeg(small, LOW_QUALITY)]
}

/** Never larger than it is, and never nothing. */
function fitInto({ width, height }: PixelSize, scale: number): PixelSize {
  const side = (length: number) => Math.max(1, Math.round(length * Math.min(1, scale)))
  return { width: side(width), height: side(height) }
}
