import { hasWord, viewOf } from './bytes.ts'

/** How a picture is turned and mirrored to be upright: 1 is as it is, 6 a quarter to the right (Exif 2.3, tag 0x0112). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112
const TYPE_SHORT = 3
const ENTRY_BYTES = 12
const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** The orientation that a TIFF structure names in its first directory; 1 where there is none that a browser would follow. */
export function readOrientation(tiff: Uint8Array): Orientation {
  const isLittle = hasWord(tiff, 0, 'II*\0')
  if (!isLittle && !hasWord(tiff, 0, 'MM\0*')) return 1
  const view = viewOf(tiff)
  if (view.byteLength < 10) return 1
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return 1
  const first = directory + 2
  const count = Math.min(
    view.getUint16(directory, isLittle),
    Math.floor((view.byteLength - first) / ENTRY_BYTES),
  )
  for (let index = 0; index < count; index += 1) {
    const entry = first + index * ENTRY_BYTES
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue
    if (view.getUint16(entry + 2, isLittle) !== TYPE_SHORT) return 1
    const value = view.getUint16(entry + 8, isLittle)
    return ORIENTATIONS.find((known) => known === value) ?? 1
  }
  return 1
}

/** A TIFF structure that has the orientation and nothing else. */
export function writeOrientation(orientation: Orientation): Uint8Array {
  const tiff = new Uint8Array(8 + 2 + ENTRY_BYTES + 4)
  const view = viewOf(tiff)
  view.setUint32(0, 0x4d4d002a)
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, ORIENTATION_TAG)
  view.setUint16(12, TYPE_SHORT)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return tiff
}
