import { createCanvas, type Canvas, type Colour } from './canvas.ts'

const WIDTH = 480
const HEIGHT = 320
const PORTRAIT = 96

/** Drawn once each: drawing them all again for every message that has one took most of making the hotel. */
const drawn = new Map<string, Uint8Array>()

/** The named picture as a PNG; throws for a name that no picture has. */
export function drawPicture(name: string): Uint8Array {
  const known = drawn.get(name)
  if (known) return known
  const draw = PICTURES[name]
  if (!draw) throw new Error(`There is no picture named '${name}'.`)
  const canvas = createCanvas(WIDTH, HEIGHT)
  draw(canvas)
  const picture = canvas.encode()
  drawn.set(name, picture)
  return picture
}

/** A guest's portrait: a head and shoulders before a plain ground, told apart by `hue` (any whole number). */
export function drawPortrait(hue: number): Uint8Array {
  const grounds: Colour[] = ['#7fa7c9', '#c99b7f', '#8fb996', '#b08fc0', '#d3b65f', '#6fa8a1']
  const skins: Colour[] = ['#f0c8a4', '#c98f63', '#8a5a3c', '#e3b58f', '#5f3d28']
  const shirts: Colour[] = ['#2f4858', '#7a3b3b', '#f4f1ea', '#3f5f45', '#5a4a78', '#c2703d', '#1f2a44']
  const hairs: Colour[] = ['#2b211c', '#6b4a2e', '#b98b4e', '#8f8f8f', '#3a2a20', '#a5482a']
  const take = (colours: Colour[], step: number) =>
    colours[Math.abs(hue * step) % colours.length] ?? '#888888'
  const canvas = createCanvas(PORTRAIT, PORTRAIT)
  canvas.fillGradient(take(grounds, 1), '#e9edf0')
  canvas.fillEllipse(48, 100, 36, 32, take(shirts, 3))
  canvas.fillRectangle(40, 56, 16, 20, take(skins, 2))
  canvas.fillEllipse(48, 36, 23, 24, take(hairs, 5))
  canvas.fillEllipse(48, 43, 18, 22, take(skins, 2))
  return canvas.encode()
}

const PICTURES: Record<string, (canvas: Canvas) => void> = {
  'room-view'(canvas) {
    drawSea(canvas, '#f6b07a', '#fde7c3', '#2f6f8f')
    drawLighthouse(canvas, 350, 190)
    canvas.fillRectangle(0, 296, WIDTH, 24, '#6b5a4a')
    for (let x = 10; x < WIDTH; x += 40) canvas.fillRectangle(x, 262, 5, 40, '#6b5a4a')
    canvas.fillRectangle(0, 258, WIDTH, 7, '#6b5a4a')
  },
  drain(canvas) {
    canvas.fillGradient('#dfe6e8', '#b9c7cc')
    for (let x = 0; x < WIDTH; x += 60) canvas.fillRectangle(x, 0, 2, HEIGHT, '#a3b2b8')
    for (let y = 0; y < HEIGHT; y += 60) canvas.fillRectangle(0, y, WIDTH, 2, '#a3b2b8')
    canvas.fillEllipse(250, 190, 190, 92, '#8fb3c4', 0.75)
    canvas.fillEllipse(250, 185, 150, 64, '#a9cad8', 0.6)
    canvas.fillEllipse(240, 180, 34, 20, '#53636a')
    for (let x = 218; x <= 262; x += 11) canvas.fillEllipse(x, 180, 3, 8, '#1f282c')
  },
  leak(canvas) {
    canvas.fillGradient('#efe9dd', '#d8d0c0')
    canvas.fillEllipse(230, 40, 130, 34, '#b99f74', 0.7)
    canvas.fillEllipse(240, 36, 80, 20, '#94794d', 0.7)
    for (const [x, y] of [
      [200, 110],
      [236, 150],
      [262, 96],
      [224, 206],
    ] as const) {
      canvas.fillTriangle(x, y, 12, 20, '#7fb0cc')
      canvas.fillEllipse(x, y + 2, 7, 8, '#7fb0cc')
    }
    canvas.fillRectangle(40, 240, 400, 80, '#f7f4ee')
    canvas.fillRectangle(40, 262, 400, 58, '#5b7286')
    canvas.fillEllipse(236, 262, 90, 14, '#3f5363', 0.7)
  },
  dinner(canvas) {
    drawTable(canvas, '#3a2f2a')
    canvas.fillEllipse(240, 180, 88, 60, '#e8c77b')
    canvas.fillEllipse(225, 170, 40, 22, '#f0d99b')
    for (const [x, y] of [
      [200, 190],
      [250, 160],
      [280, 196],
      [232, 206],
    ] as const) {
      canvas.fillEllipse(x, y, 12, 7, '#7d9b4e')
    }
  },
  cake(canvas) {
    canvas.fillGradient('#f9e3e6', '#e8c3cb')
    canvas.fillEllipse(240, 276, 170, 22, '#c79aa4')
    canvas.fillRectangle(120, 170, 240, 100, '#fff7ef')
    canvas.fillRectangle(120, 206, 240, 16, '#d9788c')
    canvas.fillEllipse(240, 170, 120, 26, '#d9788c')
    for (let x = 170; x <= 310; x += 35) {
      canvas.fillRectangle(x - 3, 112, 6, 52, '#7fa7c9')
      canvas.fillEllipse(x, 102, 6, 11, '#f5b942')
    }
  },
  party(canvas) {
    canvas.fillGradient('#1f2547', '#4a3566')
    const lights: Colour[] = ['#f5b942', '#e8657c', '#6fc3b2', '#8fa9f0']
    for (let index = 0; index < 36; index += 1) {
      const x = (index * 97) % WIDTH
      const y = 30 + ((index * 53) % 200)
      canvas.fillEllipse(x, y, 9, 9, lights[index % lights.length] ?? '#ffffff', 0.85)
    }
    canvas.fillEllipse(180, 330, 70, 80, '#2f4858')
    canvas.fillEllipse(180, 230, 32, 36, '#e3b58f')
    canvas.fillEllipse(300, 330, 74, 84, '#7a3b3b')
    canvas.fillEllipse(300, 224, 32, 36, '#8a5a3c')
  },
  teddy(canvas) {
    canvas.fillGradient('#dfe8ee', '#c4d3dd')
    canvas.fillEllipse(180, 80, 34, 34, '#8a5f3c')
    canvas.fillEllipse(300, 80, 34, 34, '#8a5f3c')
    canvas.fillEllipse(240, 270, 96, 90, '#9a6d47')
    canvas.fillEllipse(240, 135, 84, 78, '#a5764d')
    canvas.fillEllipse(240, 160, 36, 28, '#d9b48f')
    canvas.fillEllipse(240, 148, 12, 9, '#33261c')
    canvas.fillEllipse(208, 118, 8, 9, '#33261c')
    canvas.fillEllipse(272, 118, 8, 9, '#33261c')
  },
  spa(canvas) {
    canvas.fillGradient('#cfe5e1', '#9cc9c4')
    canvas.fillWave(170, 6, 160, '#4f9aa0')
    canvas.fillWave(220, 6, 120, '#3f858d')
    canvas.fillWave(270, 5, 140, '#35727a')
    canvas.fillEllipse(330, 120, 46, 18, '#5d6a6b')
    canvas.fillEllipse(330, 96, 36, 15, '#74817f')
    canvas.fillEllipse(330, 76, 26, 12, '#8d9997')
  },
  'restaurant-lantern'(canvas) {
    canvas.fillGradient('#16213e', '#503f63')
    for (let index = 0; index < 9; index += 1) {
      const x = 30 + index * 54
      const y = 70 + ((index * 37) % 60)
      canvas.fillRectangle(x, 0, 2, y, '#0d1326')
      canvas.fillEllipse(x, y + 18, 30, 30, '#f5b942', 0.18)
      canvas.fillEllipse(x, y + 18, 13, 17, '#ffd27a')
    }
    canvas.fillRectangle(0, 250, WIDTH, 70, '#241a2e')
    for (let x = 60; x < WIDTH; x += 130) canvas.fillEllipse(x, 262, 46, 12, '#f4ead8')
  },
  'restaurant-garden'(canvas) {
    canvas.fillGradient('#d7ecd9', '#a9cfa4')
    for (let x = 20; x < WIDTH; x += 70) canvas.fillEllipse(x, 120 + ((x * 7) % 40), 52, 60, '#5f9a63', 0.85)
    canvas.fillRectangle(0, 220, WIDTH, 100, '#cbb894')
    for (let x = 70; x < WIDTH; x += 120) {
      canvas.fillRectangle(x - 3, 240, 6, 60, '#7a5f45')
      canvas.fillEllipse(x, 240, 48, 13, '#fbf7ee')
    }
  },
  'restaurant-quay'(canvas) {
    drawSea(canvas, '#9cc8e8', '#e6f3fa', '#2b6a8a')
    canvas.fillTriangle(120, 210, 60, 110, '#fbfaf5')
    canvas.fillEllipse(120, 222, 52, 12, '#7a3b3b')
    canvas.fillRectangle(0, 270, WIDTH, 50, '#8c7a64')
    canvas.fillEllipse(330, 262, 70, 15, '#fbf7ee')
    canvas.fillEllipse(330, 256, 22, 7, '#e07a5f')
  },
  'trip-lighthouse'(canvas) {
    drawSea(canvas, '#8cc0e6', '#f2efe2', '#2a6f97')
    drawLighthouse(canvas, 240, 220)
  },
  'trip-market'(canvas) {
    canvas.fillGradient('#f7ead2', '#e9d3ad')
    const awnings: Colour[] = ['#c8553d', '#588b8b', '#f2b134', '#588157']
    for (let index = 0; index < 4; index += 1) {
      const x = 20 + index * 115
      canvas.fillRectangle(x, 90, 100, 40, awnings[index] ?? '#c8553d')
      for (let stripe = x; stripe < x + 100; stripe += 25) canvas.fillRectangle(stripe, 90, 12, 40, '#fff7ef')
      canvas.fillRectangle(x + 6, 190, 88, 70, '#8c6a4a')
      for (let crate = 0; crate < 5; crate += 1) {
        canvas.fillEllipse(x + 18 + crate * 16, 186, 9, 9, awnings[(index + crate) % 4] ?? '#c8553d')
      }
    }
  },
  'trip-sealife'(canvas) {
    canvas.fillGradient('#1b6d94', '#0b2f4a')
    for (let index = 0; index < 12; index += 1) {
      const x = 40 + ((index * 83) % 400)
      const y = 50 + ((index * 59) % 210)
      const colour: Colour = index % 2 ? '#f5a742' : '#f2d16b'
      canvas.fillEllipse(x, y, 17, 9, colour)
      canvas.fillTriangle(x + 19, y + 7, 14, 14, colour)
      canvas.fillEllipse(x - 9, y - 2, 2, 2, '#0b2f4a')
    }
    canvas.fillWave(290, 8, 90, '#c9b27c')
  },
}

function drawSea(canvas: Canvas, sky: Colour, horizon: Colour, sea: Colour): void {
  canvas.fillGradient(sky, horizon, 0, 190)
  canvas.fillEllipse(110, 130, 34, 34, '#fff3d1')
  canvas.fillGradient(sea, '#174a63', 190, HEIGHT)
  canvas.fillWave(214, 3, 70, '#ffffff', 0.12)
  canvas.fillWave(240, 4, 110, '#ffffff', 0.1)
}

function drawLighthouse(canvas: Canvas, x: number, ground: number): void {
  canvas.fillEllipse(x, ground + 12, 90, 24, '#5f6b57')
  canvas.fillRectangle(x - 16, ground - 120, 32, 124, '#fbfaf5')
  for (let stripe = 0; stripe < 3; stripe += 1) {
    canvas.fillRectangle(x - 16, ground - 104 + stripe * 42, 32, 18, '#b5483b')
  }
  canvas.fillRectangle(x - 12, ground - 142, 24, 22, '#f5d67a')
  canvas.fillTriangle(x, ground - 142, 38, 20, '#7a3b3b')
}

function drawTable(canvas: Canvas, wood: Colour): void {
  canvas.fillGradient(wood, '#5a4a40')
  canvas.fillEllipse(240, 182, 160, 112, '#1f1a17', 0.35)
  canvas.fillEllipse(240, 176, 156, 108, '#fbfaf5')
  canvas.fillEllipse(240, 176, 120, 82, '#ece8df')
  canvas.fillRectangle(40, 90, 8, 170, '#c9c9c4')
  canvas.fillRectangle(432, 90, 8, 170, '#c9c9c4')
}
