/** A picture's size as its header says it, px, before any turning. */
export interface PixelSize {
  width: number
  height: number
}

/**
 * Reads how many pixels a picture has from its first bytes, without decoding it: png, gif, jpeg, bmp, webp. Null for any
 * other, and where the header is not among the bytes.
 */
export function readPixelSize(head: Uint8Array): PixelSize | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    if (hasWord(head, 1, 'PNG')) return { width: view.getUint32(16), height: view.getUint32(20) }
    if (hasWord(head, 0, 'GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (hasWord(head, 0, 'BM')) {
      return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
    }
    if (hasWord(head, 0, 'RIFF') && hasWord(head, 8, 'WEBP')) return readWebp(head, view)
    if (head[0] === 0xff && head[1] === 0xd8) return readJpeg(view)
  } catch (error) {
    // A header that ends early says nothing.
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

function readWebp(head: Uint8Array, view: DataView): PixelSize | null {
  const readUint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (hasWord(head, 12, 'VP8X')) return { width: readUint24(24) + 1, height: readUint24(27) + 1 }
  if (hasWord(head, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (!hasWord(head, 12, 'VP8 ')) return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Walks the segments to the one that says the frame's size. */
function readJpeg(view: DataView): PixelSize | null {
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
}

/** SOF0 to SOF15, among which C4, C8 and CC are other things. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function hasWord(bytes: Uint8Array, at: number, word: string): boolean {
  return [...word].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))
}
