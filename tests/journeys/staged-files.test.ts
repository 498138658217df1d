import { describe, expect } from 'vitest'
import { countFromNow, isUpload } from '#tests/support/calls.ts'
import {
  chooseFiles,
  dragFiles,
  drawPhoto,
  drawPicture,
  isDropRefused,
  listTray,
  pasteFile,
  type ChosenFile,
} from '#tests/support/chosen-files.ts'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { readStoredDrafts, waitForStoredDraft } from '#tests/support/raw-database.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PDF = Buffer.from('%PDF-1.4\n%%EOF')
const pdf = (name: string): ChosenFile => ({ name, mimeType: 'application/pdf', buffer: PDF })

describe('files are part of the draft until they are sent', () => {
  journey(
    'outlive a reload, are refused by name, counted, pasted, dropped, thrown away in Unsent and prepared while one writes',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await outliveReload(hotel, agent)
      await refuseOne(hotel, agent)
      await chooseEleven(hotel, agent)
      await pastePicture(hotel, agent)
      await discardInUnsent(hotel, agent)
      await dropOnThread(hotel, agent)
      await sendWhilePreparing(hotel, agent)
      await typeOnWhilePreparing(hotel, agent)
      await stageOnPhone(hotel, agent)
    },
  )
})

/** They go out after the text, in their order. */
async function outliveReload(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const picture = { name: 'view.png', mimeType: 'image/png', buffer: await drawPicture(agent, 60, 40) }
  const countUploads = countFromNow(hotel.line, isUpload)
  await hotel.goOffline()
  await chooseFiles(agent, [pdf('bill.pdf'), picture])
  await waitForTray(agent, ['bill.pdf', 'view.png'])
  await agent.composer.fill('Your bill, and the view')
  await agent.page.getByText('Draft saved').waitFor()
  await waitForStoredDraft(agent.page, 'Your bill, and the view')
  expect(await agent.readUnsent()).toBe(0)
  await agent.open()
  await agent.chooseChat(guest.chatId)
  await waitForTray(agent, ['bill.pdf', 'view.png'])
  await agent.waitForDraft('Your bill, and the view')
  await agent.composer.press('Enter')
  await waitForTray(agent, [])
  await agent.waitUntilUnsent(3)

  await hotel.goOnline()
  await agent.waitUntilUnsent(0)
  expect(await listFromStaff(guest)).toEqual(['Your bill, and the view', 'bill.pdf', 'view.png'])
  expect(countUploads()).toBe(2)
}

/** One that nobody accepts is refused by name, the others stay; one can be taken away again. */
async function refuseOne(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const setup = { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }
  await chooseFiles(agent, [pdf('one.pdf'), setup, pdf('two.pdf')])
  await agent.page
    .getByRole('alert')
    .getByText('setup.exe was not attached: this type of file is not accepted (png, gif, jpg, pdf).')
    .waitFor()
  await waitForTray(agent, ['one.pdf', 'two.pdf'])
  await agent.button('Remove one.pdf').click()
  await waitForTray(agent, ['two.pdf'])
  await agent.button('Send').click()
  await waitFor('the file to have arrived', async () => (await listFromStaff(guest)).length > 0)
  await agent.waitUntilUnsent(0)
  expect(await listFromStaff(guest)).toEqual(['two.pdf'])
}

/** Eleven at a time are ten, and the eleventh is named. */
async function chooseEleven(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await takeNextChat(hotel, agent)
  const names = Array.from({ length: 11 }, (_, index) => `page-${String(index).padStart(2, '0')}.pdf`)
  await chooseFiles(agent, names.map(pdf))
  await agent.page.getByText('At most 10 files at a time: page-10.pdf was not attached.').waitFor()
  await waitForTray(agent, names.slice(0, 10))
}

async function pastePicture(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await pasteFile(agent, {
    name: 'image.png',
    mimeType: 'image/png',
    buffer: await drawPicture(agent, 60, 40),
  })
  await waitForTray(agent, ['image.png'])
  await agent.composer.press('Enter')
  await waitFor('the picture to have arrived', async () => (await listFromStaff(guest)).length > 0)
  expect(await listFromStaff(guest)).toEqual(['image.png'])
  expect(await agent.composer.inputValue()).toBe('')
}

/** They are among what is unsent. */
async function discardInUnsent(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await chooseFiles(agent, [pdf('one.pdf')])
  await waitForTray(agent, ['one.pdf'])
  await agent.unsentLink.first().click()
  const group = agent.page.getByRole('region', { name: guest.name })
  await group.getByText('one.pdf').waitFor()
  await group.getByRole('button', { name: 'Discard' }).click()
  await group.waitFor({ state: 'detached' })
  await agent.open()
  await agent.chooseChat(guest.chatId)
  await agent.composer.waitFor()
  expect(await listTray(agent)).toEqual([])
}

/** Anywhere on the thread, while the chat is one's own. */
async function dropOnThread(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const hint = agent.page.getByText('Drop to attach')
  const letGo = await dragFiles(agent, [pdf('one.pdf'), pdf('two.pdf')])
  await hint.waitFor()
  await letGo()
  await hint.waitFor({ state: 'detached' })
  await waitForTray(agent, ['one.pdf', 'two.pdf'])
  await agent.button('Return to bot').click()
  await agent.composer.waitFor({ state: 'detached' })
  for (const place of [agent.chats, agent.page.getByRole('banner'), agent.thread]) {
    expect(await isDropRefused(agent, place, [pdf('elsewhere.pdf')]), place.toString()).toBe(true)
  }
  expect(await agent.page.getByText('elsewhere.pdf').count()).toBe(0)
  const letGoAgain = await dragFiles(agent, [pdf('three.pdf')])
  expect(await hint.count()).toBe(0)
  await letGoAgain()

  // The draft is still there, and goes with the takeover.
  await agent.page.getByText('one.pdf').waitFor()
  await agent.button('Take over and send').click()
  await waitFor('both to have arrived', async () => (await listFromStaff(guest)).length > 1)
  expect(await listFromStaff(guest)).toEqual(['one.pdf', 'two.pdf'])
}

/** Enter while a photo is prepared: all of it goes as soon as it is ready, also from another chat. */
async function sendWhilePreparing(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const other = await hotel.openGuestInNeed()
  await agent.chatLink(other.chatId).waitFor()
  await holdDecoding(agent)
  const lobby = await drawPhoto(agent, 3_000, 1_500)
  await chooseFiles(agent, [{ name: 'lobby.jpeg', mimeType: 'image/jpeg', buffer: lobby }])
  await agent.page.getByText('Preparing…').waitFor()
  await agent.write('Our lobby')
  await agent.page.getByText('Sends as soon as the files are ready').waitFor()
  expect(await agent.composer.inputValue()).toBe('Our lobby')
  await agent.chooseChat(other.chatId)
  await agent.page.evaluate(() => window.dispatchEvent(new Event('test:decode')))
  await waitFor('both to have arrived', async () => (await listFromStaff(guest)).length > 1)
  expect(await listFromStaff(guest)).toEqual(['Our lobby', 'lobby.jpg'])
  await agent.chooseChat(guest.chatId)
  expect([await agent.composer.inputValue(), await listTray(agent)]).toEqual(['', []])
  expect(await readStoredDrafts(agent.page)).not.toContain('Our lobby')
}

/** Who types on while a photo is prepared has not finished. */
async function typeOnWhilePreparing(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await holdDecoding(agent)
  const lobby = await drawPhoto(agent, 3_000, 1_500)
  await chooseFiles(agent, [{ name: 'lobby.jpeg', mimeType: 'image/jpeg', buffer: lobby }])
  await agent.write('Our lobby')
  const note = agent.page.getByText('Sends as soon as the files are ready')
  await note.waitFor()
  await agent.composer.pressSequentially(' at night')
  await note.waitFor({ state: 'detached' })
  await agent.page.evaluate(() => window.dispatchEvent(new Event('test:decode')))
  await waitForTray(agent, ['lobby.jpg'])
  await agent.page.getByText('Preparing…').waitFor({ state: 'detached' })
  expect(await listFromStaff(guest)).toEqual([])
  await agent.composer.press('Enter')
  await waitFor('both to have arrived', async () => (await listFromStaff(guest)).length > 1)
  expect(await listFromStaff(guest)).toEqual(['Our lobby at night', 'lobby.jpg'])
}

/** The tray and the tools stay on a phone's screen, however long the text is. */
async function stageOnPhone(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await takeNextChat(hotel, agent)
  await turnIntoPhone(agent)
  await agent.chats.waitFor({ state: 'hidden' })
  await chooseFiles(agent, [pdf('one.pdf'), pdf('two.pdf'), pdf('three.pdf')])
  await waitForTray(agent, ['one.pdf', 'two.pdf', 'three.pdf'])
  await agent.composer.fill(Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n'))
  for (const name of ['Send', 'Attach files', 'Saved answers']) {
    const box = await agent.button(name).boundingBox()
    expect(box && box.y + box.height <= PHONE.height && box.x + box.width <= PHONE.width, name).toBe(true)
  }
}

function waitForTray(agent: ConsolePage, names: string[]): Promise<unknown> {
  return waitFor(`the tray to have ${JSON.stringify(names)}`, async () => {
    return JSON.stringify(await listTray(agent)) === JSON.stringify(names)
  })
}

/** Texts and file names that staff sent, in their order. */
async function listFromStaff(guest: Guest): Promise<string[]> {
  return (await guest.read())
    .filter((message) => message.user !== null && message.type !== 'event')
    .flatMap(({ text, attachments }) => [
      ...(attachments.length === 0 ? [text] : []),
      ...attachments.map(({ name }) => name ?? ''),
    ])
}

/** Pictures are decoded only once the page hears `test:decode`, and from then on as ever. */
function holdDecoding(agent: ConsolePage): Promise<void> {
  return agent.page.evaluate(() => {
    const { createImageBitmap } = window
    const isFree = new Promise((resolve) => window.addEventListener('test:decode', resolve, { once: true }))
    Object.assign(window, {
      createImageBitmap: async (file: Blob) => {
        await isFree
        return createImageBitmap(file)
      },
    })
    void isFree.then(() => Object.assign(window, { createImageBitmap }))
  })
}
