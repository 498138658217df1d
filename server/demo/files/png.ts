import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const TRUECOLOUR = 2
const BITS_PER_CHANNEL = 8
const CHANNELS = 3
/** Each row is stored as its difference to the row above, which makes drawn pictures small. */
const FILTER_UP = 2

/** Writes a PNG from rows of red, green, blue bytes; `pixels` holds `width * height * 3` of them. */
export function encodePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = BITS_PER_CHANNEL
  header[9] = TRUECOLOUR
  const stride = width * CHANNELS
  const filtered = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1)
    filtered[start] = FILTER_UP
    for (let x = 0; x < stride; x += 1) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0)
      filtered[start + 1 + x] = (pixels[y * stride + x] ?? 0) - above
    }
  }
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(filtered)),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
