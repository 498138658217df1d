import type { PixelSize } from '#src/domain/files/pixel-size.ts'
import type { Encoding } from '#src/domain/pictures/encodings.ts'
import { isClear, isSharp, type Pixels } from '#src/domain/pictures/pixels.ts'

/** Pieces of a picture in its own size, so many across and down, tell whether it was drawn or taken. */
const SAMPLES = 5
const SAMPLE_PX = 128
/** Transparency is looked for in a picture of at most this longest side, so many rows at a time. */
const LOOKED_AT_PX = 2_048
const ROWS = 256

/** What a decoded picture shows: whether it was drawn by a program, and whether one can see through it. */
export function lookAt(bitmap: ImageBitmap): { isSharp: boolean; isClear: boolean } {
  return { isSharp: isSharp(takeSamples(bitmap)), isClear: hasClearPixels(bitmap) }
}

/** Draws a picture anew; null where this device can't. */
export async function encode(
  bitmap: ImageBitmap,
  { width, height, type, quality }: Encoding,
): Promise<Blob | null> {
  const pen = makePen({ width, height })
  if (!pen) return null
  // JPEG has no transparency: what was nearly clear becomes paper.
  if (type === 'image/jpeg') {
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
  }
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => pen.canvas.toBlob(resolve, type, quality))
}

function takeSamples(bitmap: ImageBitmap): Pixels[] {
  const width = Math.min(SAMPLE_PX, bitmap.width)
  const height = Math.min(SAMPLE_PX, bitmap.height)
  const pen = makePen({ width, height }, true)
  if (!pen) return []
  const samples: Pixels[] = []
  for (let index = 0; index < SAMPLES ** 2; index += 1) {
    const place = (room: number, step: number) => Math.round((room * step) / (SAMPLES - 1))
    const x = place(bitmap.width - width, index % SAMPLES)
    const y = place(bitmap.height - height, Math.floor(index / SAMPLES))
    pen.clearRect(0, 0, width, height)
    pen.drawImage(bitmap, x, y, width, height, 0, 0, width, height)
    samples.push(pen.getImageData(0, 0, width, height))
  }
  return samples
}

function hasClearPixels(bitmap: ImageBitmap): boolean {
  const scale = Math.min(1, LOOKED_AT_PX / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const pen = makePen({ width, height }, true)
  if (!pen) return false
  pen.drawImage(bitmap, 0, 0, width, height)
  for (let top = 0; top < height; top += ROWS) {
    if (isClear(pen.getImageData(0, top, width, Math.min(ROWS, height - top)))) return true
  }
  return false
}

function makePen({ width, height }: PixelSize, willReadFrequently = false): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas.getContext('2d', { willReadFrequently })
}
