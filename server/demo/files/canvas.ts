import { encodePng } from './png.ts'

/** A colour as `#rrggbb`. */
export type Colour = `#${string}`

/** A small drawing surface; shapes have soft edges, coordinates are pixels from the top left. */
export interface Canvas {
  readonly width: number
  readonly height: number
  /** Top to bottom, from one colour to the other. */
  fillGradient(top: Colour, bottom: Colour, fromY?: number, toY?: number): void
  fillRectangle(x: number, y: number, width: number, height: number, colour: Colour, opacity?: number): void
  fillEllipse(x: number, y: number, radiusX: number, radiusY: number, colour: Colour, opacity?: number): void
  /** Everything below the wave. */
  fillWave(y: number, height: number, length: number, colour: Colour, opacity?: number): void
  fillTriangle(x: number, y: number, width: number, height: number, colour: Colour): void
  encode(): Uint8Array
}

export function createCanvas(width: number, height: number): Canvas {
  const pixels = new Uint8Array(width * height * 3)

  /** `cover` gives how much of a pixel the shape covers, 0 to 1. */
  function paint(box: Box, colour: Colour, opacity: number, cover: (x: number, y: number) => number): void {
    const [red, green, blue] = readColour(colour)
    for (let y = clamp(box.top, height); y < clamp(box.bottom, height); y += 1) {
      for (let x = clamp(box.left, width); x < clamp(box.right, width); x += 1) {
        const share = Math.min(1, Math.max(0, cover(x + 0.5, y + 0.5))) * opacity
        if (share === 0) continue
        const at = (y * width + x) * 3
        pixels[at] = mix(pixels[at] ?? 0, red, share)
        pixels[at + 1] = mix(pixels[at + 1] ?? 0, green, share)
        pixels[at + 2] = mix(pixels[at + 2] ?? 0, blue, share)
      }
    }
  }

  return {
    width,
    height,
    fillGradient(top, bottom, fromY = 0, toY = height) {
      const from = readColour(top)
      const to = readColour(bottom)
      for (let y = clamp(fromY, height); y < clamp(toY, height); y += 1) {
        const share = (y - fromY) / Math.max(1, toY - fromY - 1)
        const row = [0, 1, 2].map((channel) => mix(from[channel] ?? 0, to[channel] ?? 0, share))
        for (let x = 0; x < width; x += 1) pixels.set(row, (y * width + x) * 3)
      }
    },
    fillRectangle(x, y, boxWidth, boxHeight, colour, opacity = 1) {
      paint({ left: x, top: y, right: x + boxWidth, bottom: y + boxHeight }, colour, opacity, () => 1)
    },
    fillEllipse(x, y, radiusX, radiusY, colour, opacity = 1) {
      const box = {
        left: x - radiusX - 1,
        top: y - radiusY - 1,
        right: x + radiusX + 1,
        bottom: y + radiusY + 1,
      }
      const softness = Math.min(radiusX, radiusY)
      paint(
        box,
        colour,
        opacity,
        (px, py) => (1 - Math.hypot((px - x) / radiusX, (py - y) / radiusY)) * softness,
      )
    },
    fillWave(y, waveHeight, length, colour, opacity = 1) {
      const box = { left: 0, top: y - waveHeight, right: width, bottom: height }
      paint(box, colour, opacity, (px, py) => py - (y + Math.sin((px / length) * Math.PI * 2) * waveHeight))
    },
    fillTriangle(x, y, base, tall, colour) {
      const box = { left: x - base / 2, top: y - tall, right: x + base / 2, bottom: y }
      paint(box, colour, 1, (px, py) => ((py - (y - tall)) / tall) * (base / 2) - Math.abs(px - x))
    },
    encode: () => encodePng(width, height, pixels),
  }
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.floor(value)))
}

function mix(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share)
}

function readColour(colour: Colour): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}
