import { bytesOf, hasWord, joinBytes, viewOf } from './bytes.ts'
import { readOrientation, writeOrientation } from './orientation.ts'
import { PictureWriter } from './picture-writer.ts'

const TEM = 0x01
const SOF0 = 0xc0
const RST0 = 0xd0
const RST7 = 0xd7
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
/** A frame's and a scan's parts of JPEG-LS; the others from 0xf0 on are nobody's. */
const JPEG_LS = [0xf7, 0xf8]
const COM = 0xfe
const EXIF = 'Exif\0\0'
/** `JFIF`, version, unit and density; what follows is a thumbnail. */
const JFIF_BYTES = 14
/** `Adobe`, version, flags and how the colours are stored. */
const ADOBE_BYTES = 12

/**
 * Writes what a JPEG's pixels and colours need. Application segments other than JFIF (without its thumbnail), colour profiles
 * and Adobe's stay behind, and so do comments, bytes between segments, and whatever follows the picture: a second picture, a
 * film. Of Exif, the orientation is left.
 */
export function writeJpeg(bytes: Uint8Array<ArrayBuffer>): PictureWriter {
  const writer = new PictureWriter(bytes)
  writer.copy(0, 2)
  let at = 2
  for (;;) {
    at = findMarker(bytes, at)
    const marker = bytes[at + 1]
    if (marker === undefined) return writer
    if (marker === EOI) writer.copy(at, at + 2)
    // Also where a second picture begins before the first one's end: browsers show the first.
    if (marker === EOI || marker === SOI || !isKnown(marker)) return writer
    if (isBare(marker)) {
      at += 2
      continue
    }
    const end = at + 2 + readLength(bytes, at + 2)
    const payload = bytes.subarray(at + 4, end)
    if (isNote(marker, payload)) writer.hasNotes = true
    if (end < at + 4 || end > bytes.length) return writer
    if (isForPixels(marker) || isProfile(marker, payload)) writer.copy(at, end)
    else writeCut(writer, marker, payload)
    at = end
    if (marker !== SOS) continue
    writer.hasPixels = true
    at = findScanEnd(bytes, at)
    writer.copy(end, at)
  }
}

/** The place of the next marker's 0xff, past what does not belong there; of several 0xff in a row the last. */
function findMarker(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) return bytes.length
    while (bytes[at + 1] === 0xff) at += 1
    if (bytes[at + 1] !== 0) return at
    at += 2
  }
}

/** Where a scan's pixels end: at a marker that is neither a restart nor a stuffed byte. */
function findScanEnd(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) return bytes.length
    const next = bytes[at + 1]
    if (next === undefined) return bytes.length
    if (next !== 0 && next !== 0xff && (next < RST0 || next > RST7)) return at
    at += next === 0xff ? 1 : 2
  }
}

/** Zero, which no segment has, where the bytes end. */
function readLength(bytes: Uint8Array, at: number): number {
  return at + 2 > bytes.length ? 0 : viewOf(bytes).getUint16(at)
}

/** Outside of a scan these mean nothing. */
function isBare(marker: number): boolean {
  return marker === TEM || (marker >= RST0 && marker <= RST7)
}

function isKnown(marker: number): boolean {
  return marker >= SOF0 || marker === TEM
}

/** Of an APP0 that is not JFIF's this can't be told: it is also how a file begins that is no picture at all. */
function isNote(marker: number, payload: Uint8Array): boolean {
  if (marker === APP0) {
    return hasWord(payload, 0, 'JFXX\0') || (hasWord(payload, 0, 'JFIF\0') && payload.length > JFIF_BYTES)
  }
  if (marker === APP14) return !hasWord(payload, 0, 'Adobe')
  return marker === COM || (marker > APP0 && marker <= APP15 && !isProfile(marker, payload))
}

function isForPixels(marker: number): boolean {
  return marker < APP0 || JPEG_LS.includes(marker)
}

function isProfile(marker: number, payload: Uint8Array): boolean {
  return marker === APP2 && hasWord(payload, 0, 'ICC_PROFILE\0')
}

/** Of these segments a part is left; of all others, nothing. */
function writeCut(writer: PictureWriter, marker: number, payload: Uint8Array): void {
  if (marker === APP0 && hasWord(payload, 0, 'JFIF\0') && payload.length >= JFIF_BYTES) {
    writer.write(cutJfif(payload))
  } else if (marker === APP1) {
    writeExif(writer, payload)
  } else if (marker === APP14 && hasWord(payload, 0, 'Adobe') && payload.length >= ADOBE_BYTES) {
    writer.write(makeSegment(marker, payload.subarray(0, ADOBE_BYTES)))
  }
}

function cutJfif(payload: Uint8Array): Uint8Array {
  const cut = payload.slice(0, JFIF_BYTES)
  // The thumbnail's width and height.
  cut.fill(0, 12)
  return makeSegment(APP0, cut)
}

function writeExif(writer: PictureWriter, payload: Uint8Array): void {
  if (writer.isTurned || !hasWord(payload, 0, EXIF)) return
  const orientation = readOrientation(payload.subarray(EXIF.length))
  if (orientation === 1) return
  writer.isTurned = true
  writer.write(makeSegment(APP1, joinBytes(bytesOf(EXIF), writeOrientation(orientation))))
}

function makeSegment(marker: number, payload: Uint8Array): Uint8Array {
  const length = payload.length + 2
  return joinBytes(Uint8Array.of(0xff, marker, length >>> 8, length & 0xff), payload)
}
