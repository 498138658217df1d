import { hasWord, readWord, viewOf } from './bytes.ts'
import { countGifFrames } from './gif.ts'

const PNG_SIGNATURE_BYTES = 8
/** A chunk's length, name and check sum. */
const PNG_FRAME_BYTES = 12
const RIFF_HEADER_BYTES = 12
const RIFF_HEAD_BYTES = 8
/** What a file of the HEIF family says it is where it is a sequence: AVIF's, HEIC's and any codec's. */
const SEQUENCES = new Set(['avis', 'hevc', 'hevx', 'msf1'])

/** Whether a picture moves: a GIF, PNG or WebP of several frames, an AVIF or HEIC sequence. Told from its bytes alone. */
export function isMoving(bytes: Uint8Array): boolean {
  if (hasWord(bytes, 0, 'GIF8')) return countGifFrames(bytes, 2) > 1
  if (hasWord(bytes, 0, '\x89PNG\r\n\x1a\n')) return isMovingPng(bytes)
  if (hasWord(bytes, 0, 'RIFF') && hasWord(bytes, 8, 'WEBP')) return isMovingWebp(bytes)
  return hasWord(bytes, 4, 'ftyp') && isSequence(bytes)
}

/** How many frames there are is said before the first pixel; behind it, that says nothing. */
function isMovingPng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = PNG_SIGNATURE_BYTES
  while (at + PNG_FRAME_BYTES <= bytes.length) {
    const name = readWord(bytes, at + 4, 4)
    if (name === 'acTL') return at + 12 <= bytes.length && view.getUint32(at + 8) > 1
    if (name === 'IDAT') return false
    at += PNG_FRAME_BYTES + view.getUint32(at)
  }
  return false
}

function isMovingWebp(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let frames = 0
  let at = RIFF_HEADER_BYTES
  while (at + RIFF_HEAD_BYTES <= bytes.length && frames < 2) {
    if (hasWord(bytes, at, 'ANMF')) frames += 1
    const length = view.getUint32(at + 4, true)
    at += RIFF_HEAD_BYTES + length + (length % 2)
  }
  return frames > 1
}

/** The brand, a version, and all brands that it may be read as. */
function isSequence(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, viewOf(bytes).getUint32(0))
  for (let at = 8; at + 4 <= end; at += 4) {
    if (at !== 12 && SEQUENCES.has(readWord(bytes, at, 4))) return true
  }
  return false
}
