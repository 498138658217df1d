import { vi } from 'vitest'

interface Drawing {
  width: number
  height: number
  /** What it looks like where its pixels are read: a photo by default. */
  look?: 'photo' | 'text' | 'clear photo' | 'clear text'
  /** Bytes of what is drawn, by type and quality. */
  sizeOf?: (type: string, quality: number) => number
}

/** A browser that decodes every picture as this one, and what it draws of it. */
export function drawAs({ width, height, look = 'photo', sizeOf = () => 4 }: Drawing) {
  const drawn: { width: number; height: number; type: string; quality: number; isOnPaper: boolean }[] = []
  const decode = vi.fn<typeof createImageBitmap>(() =>
    Promise.resolve({ width, height, close: () => undefined }),
  )
  vi.stubGlobal('createImageBitmap', decode)
  vi.stubGlobal('document', {
    createElement: () => {
      let isOnPaper = false
      const canvas = {
        width: 0,
        height: 0,
        getContext: () => ({
          canvas,
          fillRect: () => (isOnPaper = true),
          clearRect: () => undefined,
          drawImage: () => undefined,
          getImageData: (_x: number, _y: number, wide: number, high: number) => ({
            width: wide,
            data: makePixels(wide * high, look),
          }),
        }),
        toBlob(give: (blob: Blob) => void, type: string, quality: number) {
          drawn.push({ width: canvas.width, height: canvas.height, type, quality, isOnPaper })
          const bytes = new Uint8Array(sizeOf(type, quality))
          bytes.set(type === 'image/png' ? [0x89, 0x50, 0x4e, 0x47] : [0xff, 0xd8, 0xff, 0xe0])
          give(new Blob([bytes], { type }))
        },
      }
      return canvas
    },
  })
  return { drawn, decode }
}

/** In a photo no pixel is as the one before it; of a clear one the last pixel can be seen through. */
function makePixels(count: number, look: string): Uint8ClampedArray {
  const data = new Uint8ClampedArray(count * 4).fill(255)
  for (let at = 0; look.endsWith('photo') && at < count; at += 1) data[at * 4] = (at * 97) % 251
  if (look.startsWith('clear')) data[count * 4 - 1] = 0
  return data
}
