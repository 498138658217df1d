// Makes public/icons/icon-maskable-192.png of the one with 512 px: each point is the mean of the square that it stands
// for. Run it by hand after a change: node scripts/make-icons.mjs.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const ICONS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'public/icons')
const SMALL_PX = 192
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Red, green and blue: a maskable icon has no transparency. */
const CHANNELS = 3
const RGB = 2

const large = readPng(readFileSync(join(ICONS, 'icon-maskable-512.png')))
writeFileSync(join(ICONS, `icon-maskable-${SMALL_PX}.png`), writePng(shrink(large, SMALL_PX), SMALL_PX))

/** The points of a PNG of 8 bits, red, green and blue, that is not interlaced. */
function readPng(file) {
  const parts = []
  let size = 0
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') {
      size = data.readUInt32BE(0)
      if (data[8] !== 8 || data[9] !== RGB || data[12] !== 0) throw new Error('another kind of PNG')
    }
    if (name === 'IDAT') parts.push(data)
    at += length + 12
  }
  return { size, points: unfilter(inflateSync(Buffer.concat(parts)), size) }
}

function unfilter(rows, size) {
  const width = size * CHANNELS
  const points = Buffer.alloc(width * size)
  for (let y = 0; y < size; y += 1) {
    const from = y * (width + 1)
    for (let x = 0; x < width; x += 1) {
      const left = x < CHANNELS ? 0 : points[y * width + x - CHANNELS]
      const above = y === 0 ? 0 : points[(y - 1) * width + x]
      const corner = x < CHANNELS || y === 0 ? 0 : points[(y - 1) * width + x - CHANNELS]
      points[y * width + x] = rows[from + 1 + x] + predict(rows[from], left, above, corner)
    }
  }
  return points
}

function predict(filter, left, above, corner) {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    default:
      return predictByPaeth(left, above, corner)
  }
}

function predictByPaeth(left, above, corner) {
  const sum = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(sum - value))
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function shrink({ size, points }, small) {
  const scale = size / small
  const out = Buffer.alloc(small * small * CHANNELS)
  for (let y = 0; y < small; y += 1) {
    for (let x = 0; x < small; x += 1) {
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const value = readMean({ size, points, channel }, x * scale, y * scale, scale)
        out[(y * small + x) * CHANNELS + channel] = Math.round(value)
      }
    }
  }
  return out
}

/** The mean of a square whose edges may lie within points. */
function readMean({ size, points, channel }, left, top, side) {
  let sum = 0
  for (let y = Math.floor(top); y < Math.min(size, top + side); y += 1) {
    const high = Math.min(y + 1, top + side) - Math.max(y, top)
    for (let x = Math.floor(left); x < Math.min(size, left + side); x += 1) {
      const wide = Math.min(x + 1, left + side) - Math.max(x, left)
      sum += points[(y * size + x) * CHANNELS + channel] * high * wide
    }
  }
  return sum / (side * side)
}

function writePng(points, size) {
  const width = size * CHANNELS
  const rows = Buffer.alloc((width + 1) * size)
  for (let y = 0; y < size; y += 1) points.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, RGB, 0, 0, 0], 8)
  const chunks = [writeChunk('IHDR', head), writeChunk('IDAT', deflateSync(rows, { level: 9 }))]
  return Buffer.concat([SIGNATURE, ...chunks, writeChunk('IEND', Buffer.alloc(0))])
}

function writeChunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
