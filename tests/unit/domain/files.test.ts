import { describe, expect, it } from 'vitest'
import { readPixelSize } from '#src/domain/files/pixel-size.ts'
import { formatSize } from '#src/domain/files/size.ts'

const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 0xff)
const little = (value: number, bytes: number) => big(value, bytes).reverse()
const zeros = (count: number) => Array.from({ length: count }, () => 0)

const HEADERS: [string, number[], { width: number; height: number }][] = [
  [
    'png',
    [0x89, ...text('PNG'), ...zeros(4), ...big(13, 4), ...text('IHDR'), ...big(40_000, 4), ...big(30_000, 4)],
    { width: 40_000, height: 30_000 },
  ],
  ['gif', [...text('GIF89a'), ...little(640, 2), ...little(480, 2)], { width: 640, height: 480 }],
  [
    'bmp with its rows from the top',
    [...text('BM'), ...zeros(16), ...little(800, 4), ...little(-600, 4)],
    { width: 800, height: 600 },
  ],
  [
    'jpeg, behind its other segments and fill bytes',
    [
      ...[0xff, 0xd8, 0xff, 0xe1, ...big(6, 2), ...zeros(4)],
      ...[0xff, 0xc4, ...big(3, 2), 0],
      ...[0xff, 0xff, 0xc2, ...big(17, 2), 8, ...big(3_000, 2), ...big(4_000, 2)],
    ],
    { width: 4_000, height: 3_000 },
  ],
  [
    'webp, extended',
    [
      ...[...text('RIFF'), ...zeros(4), ...text('WEBPVP8X'), ...zeros(8)],
      ...[...little(4_999, 3), ...little(2_999, 3)],
    ],
    { width: 5_000, height: 3_000 },
  ],
  [
    'webp, lossy',
    [...text('RIFF'), ...zeros(4), ...text('WEBPVP8 '), ...zeros(10), ...little(550, 2), ...little(368, 2)],
    { width: 550, height: 368 },
  ],
  [
    'webp, lossless',
    [...text('RIFF'), ...zeros(4), ...text('WEBPVP8L'), ...zeros(5), ...little(99 + (49 << 14), 4)],
    { width: 100, height: 50 },
  ],
]

describe('how many pixels a picture has', () => {
  it.each(HEADERS)('%s', (_, bytes, size) => {
    expect(readPixelSize(Uint8Array.from(bytes))).toEqual(size)
  })

  it.each(HEADERS)('%s that ends early says nothing, wherever', (_, bytes) => {
    for (let length = 0; length < bytes.length - 3; length += 1) {
      expect(readPixelSize(Uint8Array.from(bytes.slice(0, length)))).toBeNull()
    }
  })

  it.each([
    ['pdf', text('%PDF-1.4')],
    ['heic', [...zeros(4), ...text('ftypheic'), ...zeros(40)]],
    ['jpeg whose segments are broken', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 1, 2, 3, 4]],
  ])('%s: unknown', (_, bytes) => {
    expect(readPixelSize(Uint8Array.from(bytes))).toBeNull()
  })

  it('a part of a larger buffer is read as its own', () => {
    const bytes = Uint8Array.from([1, 2, 3, ...text('GIF89a'), ...little(7, 2), ...little(8, 2)])
    expect(readPixelSize(bytes.subarray(3))).toEqual({ width: 7, height: 8 })
  })
})

it.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [34_400, '34 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [10 * 1024 * 1024, '10.5 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})
