import { describe, expect } from 'vitest'
import { chooseFiles, drawPhoto, listTray, pasteFile, type ChosenFile } from '#tests/support/chosen-files.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import { journey } from '#tests/support/journey.ts'
import { exifSegment, makeWebp, tellsSecret } from '#tests/support/picture-bytes.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MIB = 1024 * 1024
const SCREEN = { width: 3_840, height: 2_160 }
const LONGEST_SIDE_PX = 2_048

describe('pictures, as the guest gets them (docs/decisions/051-pictures.md)', () => {
  journey(
    'tell nothing of where they were made, are upright, can be read and seen through; of what moves a line says that it stands still',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      const guest = await takeNextChat(hotel, agent)
      await sendPhotos(agent, guest)
      await sendScreenshot(agent, guest)
      await sendMovingPicture(agent, guest)
    },
  )
})

/** A small one goes out as it is, a large one drawn anew: neither tells the place, both are upright. */
async function sendPhotos(agent: ConsolePage, guest: Guest): Promise<void> {
  const small = await drawHalves(agent, 120, 80)
  const large = await drawPhoto(agent, 3_000, 1_500)
  const files = [small, large].map((jpeg, index) => ({
    name: `photo-${index}.jpeg`,
    mimeType: 'image/jpeg',
    // Behind the two bytes that a JPEG begins with.
    buffer: Buffer.concat([jpeg.subarray(0, 2), Buffer.from(exifSegment(6)), jpeg.subarray(2)]),
  }))
  expect(files.every(({ buffer }) => tellsSecret(buffer))).toBe(true)
  await chooseFiles(agent, files)
  const [asItWas, drawnAnew] = await send(agent, guest, ['photo-0.jpeg', 'photo-1.jpg'])
  for (const sent of [asItWas, drawnAnew]) {
    expect(sent?.contentType).toBe('image/jpeg')
    expect(tellsSecret(sent?.bytes ?? Buffer.alloc(0))).toBe(false)
  }
  // Turned to the right: what was on the left is above.
  const turned = await look(agent, asItWas?.bytes, [
    [40, 20],
    [40, 100],
  ])
  expect(turned).toMatchObject({ width: 80, height: 120 })
  expect(turned.pixels.map(([red = 0, , blue = 0]) => red > blue)).toEqual([true, false])
  expect(await look(agent, drawnAnew?.bytes)).toMatchObject({
    width: LONGEST_SIDE_PX / 2,
    height: LONGEST_SIDE_PX,
  })
}

/** Not a pixel of it is another, and it is no larger. */
async function sendScreenshot(agent: ConsolePage, guest: Guest): Promise<void> {
  const buffer = await drawScreenshot(agent)
  expect(buffer.length).toBeGreaterThan(MIB)
  await pasteFile(agent, { name: 'desk.png', mimeType: 'image/png', buffer })
  const [sent] = await send(agent, guest, ['desk.png'])
  expect(sent?.contentType).toBe('image/png')
  expect(sent?.bytes.length).toBeLessThanOrEqual(buffer.length)
  const points = Array.from({ length: 400 }, (_, index) => [
    (index * 97) % SCREEN.width,
    (index * 53) % SCREEN.height,
  ])
  const [before, after] = [await look(agent, buffer, points), await look(agent, sent?.bytes, points)]
  expect(after).toMatchObject(SCREEN)
  expect(after.pixels).toEqual(before.pixels)
  // The corner can be seen through, the letters can't.
  expect(after.pixels[0]?.[3]).toBe(0)
  expect(after.pixels.some(([, , , alpha]) => alpha === 255)).toBe(true)
}

/** Whoever sends before it is ready, reads the line first. */
async function sendMovingPicture(agent: ConsolePage, guest: Guest): Promise<void> {
  const still = await drawHalves(agent, 60, 40, 'image/webp')
  // Behind its header and its colours: the chunk with its pixels.
  const image = [...still.subarray(still.indexOf('VP8 '))]
  const frames = makeWebp({ flags: 2, frames: 2, image, width: 60, height: 40 })
  const file: ChosenFile = { name: 'dance.webp', mimeType: 'image/webp', buffer: Buffer.from(frames) }
  await chooseFiles(agent, [file])
  await agent.page
    .getByRole('alert')
    .getByText('dance.webp: only a still picture of it will be sent.')
    .waitFor()
  await agent.page.getByText('· still picture').waitFor()
  await agent.open()
  await agent.chooseChat(guest.chatId)
  await agent.page.getByText('· still picture').waitFor()
  const [name = ''] = await listTray(agent)
  const [sent] = await send(agent, guest, [name])
  expect(name).toMatch(/^dance\.(png|jpg)$/)
  expect(await look(agent, sent?.bytes)).toMatchObject({ width: 60, height: 40 })
}

/** Waits until the files are in the draft, sends them, and gives what the guest gets. */
async function send(agent: ConsolePage, guest: Guest, names: string[]) {
  await waitFor(
    `${names.join()} to be in the draft`,
    async () => (await listTray(agent)).join() === names.join(),
  )
  await agent.page.getByText('Preparing…').waitFor({ state: 'detached' })
  await agent.composer.press('Enter')
  const files = await waitFor('the pictures to have arrived', async () => {
    const attachments = (await guest.read()).flatMap((message) => message.attachments)
    const found = names.map((name) => attachments.find((attachment) => attachment.name === name))
    return found.every((attachment) => attachment !== undefined) ? found : null
  })
  return Promise.all(
    files.map(async (attachment) => {
      const answer = await guest.fetchFile(attachment?.contentUrl ?? '')
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { contentType: answer.headers.get('content-type'), bytes }
    }),
  )
}

/** The left half red, the right one blue. */
async function drawHalves(
  agent: ConsolePage,
  width: number,
  height: number,
  type = 'image/jpeg',
): Promise<Buffer> {
  const address = await agent.page.evaluate(
    ([wide, high, kind]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      for (const [index, colour] of ['red', 'blue'].entries()) {
        pen.fillStyle = colour
        pen.fillRect((index * wide) / 2, 0, wide / 2, high)
      }
      return canvas.toDataURL(kind)
    },
    [width, height, type] as const,
  )
  return decode(address)
}

/** A screen full of small letters on grounds of many colours, with a corner that is clear. */
async function drawScreenshot(agent: ConsolePage): Promise<Buffer> {
  const address = await agent.page.evaluate(({ width, height }) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.font = '14px sans-serif'
    for (let line = 0; line * 20 < height; line += 1) {
      pen.fillStyle = `hsl(${line * 7} 60% 92%)`
      pen.fillRect(100, line * 20, width, 20)
      pen.fillStyle = '#123'
      const words = Array.from({ length: 60 }, () => Math.random().toString(36).slice(2, 10))
      pen.fillText(words.join(' '), 110, line * 20 + 15)
    }
    return canvas.toDataURL('image/png')
  }, SCREEN)
  return decode(address)
}

function decode(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** How a browser shows a picture: its size, upright, and the colours of some of its points. */
function look(agent: ConsolePage, bytes: Buffer = Buffer.alloc(0), points: number[][] = []) {
  return agent.page.evaluate(
    async ({ base64, places }) => {
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([content]))
      const { width, height } = bitmap
      const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.drawImage(bitmap, 0, 0)
      const pixels = places.map(([x = 0, y = 0]) => [...pen.getImageData(x, y, 1, 1).data])
      return { width, height, pixels }
    },
    { base64: bytes.toString('base64'), places: points },
  )
}
