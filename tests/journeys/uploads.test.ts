import { describe, expect } from 'vitest'
import { countFromNow, isUpload } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { chooseFiles, drawPhoto, drawPicture, listTray } from '#tests/support/chosen-files.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const LONGEST_SIDE_PX = 2_048

describe('files on their way out (O7)', () => {
  journey(
    'a sent picture survives a reload without a line; a large photo is scaled down; a document says how far it is',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await sendPictureOffline(hotel, agent)
      await chooseWhatNobodyAccepts(hotel, agent)
      await sendLargePhoto(hotel, agent)
      await sendDocument(hotel, agent)
    },
    BOTH_KINDS,
  )
})

/** It is shown at once, survives a reload without a line, and arrives once. */
async function sendPictureOffline(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countUploads = countFromNow(hotel.line, isUpload)
  const picture = await drawPicture(agent, 60, 40)
  await hotel.goOffline()
  await chooseFiles(agent, [{ name: 'terrace.png', mimeType: 'image/png', buffer: picture }])
  await send(agent, 'terrace.png')
  await waitForShown(agent, 'terrace.png')
  await agent.open()
  await agent.chooseChat(guest.chatId)
  await waitForShown(agent, 'terrace.png')
  await agent.thread.getByText('Waiting to send').first().waitFor()
  expect(await listFiles(guest)).toEqual([])

  await hotel.goOnline()
  await waitFor('the picture to have arrived', async () => (await listFiles(guest)).length > 0)
  await agent.waitUntilUnsent(0)
  expect((await listFiles(guest)).map(({ name }) => name)).toEqual(['terrace.png'])
  expect(countUploads()).toBe(1)
  // The message that arrived is in place of what was shown of it before.
  await agent.button('Show terrace.png large').waitFor()
  await waitForShown(agent, 'terrace.png')
  expect(await agent.thread.getByRole('img', { name: 'terrace.png' }).count()).toBe(1)
}

/** It is refused with its reason before anything is queued. */
async function chooseWhatNobodyAccepts(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await hotel.goOffline()
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(MAX_FILE_BYTES)])
  await chooseFiles(agent, [{ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf }])
  await agent.page.getByText('bill.pdf was not attached: it is larger than 10 MB.').waitFor()
  const notes = Buffer.from('words, called a picture')
  await chooseFiles(agent, [{ name: 'notes.png', mimeType: 'image/png', buffer: notes }])
  await agent.page
    .getByText('notes.png was not attached: this type of file is not accepted (png, gif, jpg, pdf).')
    .waitFor()
  expect(await listTray(agent)).toEqual([])
  expect(await agent.button('Send').isDisabled()).toBe(true)
  expect(await agent.readUnsent()).toBe(0)
  expect(await listFiles(guest)).toEqual([])
  await hotel.goOnline()
}

/** It is scaled down before it is staged. */
async function sendLargePhoto(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const photo = await drawPhoto(agent, 3_000, 1_500)
  await chooseFiles(agent, [{ name: 'lobby.jpeg', mimeType: 'image/jpeg', buffer: photo }])
  await send(agent, 'lobby.jpg')
  const [file] = await waitFor('the photo to have arrived', async () => {
    const files = await listFiles(guest)
    return files.length > 0 ? files : null
  })
  const staff = await hotel.signInStaff('maria')
  const response = await fetch(new URL(file?.contentUrl ?? '', hotel.server.url), {
    headers: { authorization: `Bearer ${staff.token}` },
  })
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const size = await measure(agent, Buffer.from(await response.arrayBuffer()))
  expect(size).toEqual({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX / 2 })
}

/** It says how far it has gone out, and can be saved from the thread by its name. */
async function sendDocument(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_400_000)])
  const arrival = hotel.line.holdNext(isUpload)
  await chooseFiles(agent, [{ name: 'terms.pdf', mimeType: 'application/pdf', buffer: pdf }])
  await send(agent, 'terms.pdf')
  const held = await arrival
  const item = agent.message('terms.pdf')
  await item.getByText(/· \d{1,3} %$/).waitFor()
  await item.getByText('Sending', { exact: true }).waitFor()
  held.letGo()
  const file = agent.thread.getByRole('link', { name: 'terms.pdf' })
  await file.waitFor()
  expect((await file.innerText()).replaceAll('\n', ' ')).toContain('2.4 MB · Save')
  expect(await file.getAttribute('download')).toBe('terms.pdf')
  const download = agent.page.waitForEvent('download')
  await file.click()
  expect((await download).suggestedFilename()).toBe('terms.pdf')
  expect((await listFiles(guest)).map(({ name }) => name)).toEqual(['terms.pdf'])
  expect(await agent.thread.getByText(/· \d{1,3} %$/).count()).toBe(0)
}

async function listFiles(guest: Guest) {
  return (await guest.read()).flatMap(({ attachments }) => attachments)
}

/** Waits until the file is in the draft, and sends it without a text. */
async function send(agent: ConsolePage, name: string): Promise<void> {
  await waitFor(`${name} to be in the draft`, async () => (await listTray(agent)).includes(name))
  await agent.composer.press('Enter')
}

/** The picture itself is drawn, not only a place for it. */
async function waitForShown(agent: ConsolePage, name: string): Promise<void> {
  const picture = agent.thread.locator(`img[alt="${name}"]`).first()
  await waitFor(`${name} to be drawn`, () =>
    picture.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0),
  )
}

function measure(agent: ConsolePage, bytes: Buffer): Promise<{ width: number; height: number }> {
  return agent.page.evaluate(async (base64) => {
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const { width, height } = await createImageBitmap(new Blob([content]))
    return { width, height }
  }, bytes.toString('base64'))
}
