import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { isSend } from './calls.ts'
import { chooseFiles, drawPicture, listTray } from './chosen-files.ts'
import type { ConsolePage } from './console-page.ts'
import { openPalette, press } from './keyboard.ts'
import { goToList, look, lookClosely, type Walk } from './walk.ts'
import { waitFor } from './wait-for.ts'

/** Takes Ana's chat over from Maria, and tries all that the composer has. Nothing is sent. */
export async function compose(walk: Walk): Promise<void> {
  const { agent, cast, isPhone } = walk
  const { page, composer } = agent
  await page.getByText('Maria Santos has this chat.').waitFor()
  await agent.takeOver()
  await agent.waitUntilUnsent(0)
  await agent.button('Saved answers').waitFor()
  const panel = page.getByRole('region', { name: 'SUGGESTED RESPONSES' })
  expect(await panel.count()).toBe(isPhone ? 0 : 1)
  expect(await agent.button('Send').isDisabled()).toBe(true)
  await lookClosely(walk, 'held-chat')

  await composer.pressSequentially('/lost')
  await page.getByRole('listbox', { name: 'Saved answers' }).getByRole('option').first().waitFor()
  await lookClosely(walk, 'saved-answers')
  await composer.press('Enter')
  expect(await composer.inputValue()).toBe(
    `I have asked housekeeping to look in room ${cast.room} at once, Ana. Could you describe it a little?`,
  )
  await composer.fill('To room {room} at once')
  await agent.button('Fill in {room} before sending').waitFor()
  expect(await agent.button('Send').isDisabled()).toBe(true)

  const files = [
    { name: 'view.png', mimeType: 'image/png', buffer: await drawPicture(agent, 60, 40) },
    { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
  ]
  await chooseFiles(agent, files)
  const tray = page.getByRole('list', { name: 'Files to send' })
  await waitFor('the picture to be drawn', () =>
    tray.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
  )
  expect(await listTray(agent)).toEqual(['view.png', 'bill.pdf'])
  await lookClosely(walk, 'draft')
  for (const { name } of files) await agent.button(`Remove ${name}`).click()
  await tray.waitFor({ state: 'detached' })
}

/** A message that is on its way: the loading indicator says so, and its chat's row. On a phone, at the list then. */
export async function sendSlowly(walk: Walk): Promise<void> {
  const { agent, cast, hotel } = walk
  const row = agent.chatLink(cast.ana.chatId)
  const arrival = hotel.line.holdNext(isSend)
  await agent.write('one moment, please')
  const held = await arrival
  const loading = agent.page.getByRole('status', { name: 'Loading' }).filter({ visible: true })
  await loading.getByText('Sending…').waitFor()
  await look(walk, 'sending')
  await goToList(walk)
  await row.getByText('1 unsent · waiting', { exact: true }).waitFor()
  await look(walk, 'unsent-on-its-row')
  held.letGo()
  await waitFor('the mark to go', async () => (await row.getByText(/unsent/).count()) === 0)
  await row.getByText('one moment, please').waitFor()
}

/** A message that waits for the line, at its place and in Unsent. On a phone from the list, and back to it. */
export async function writeWithoutLine(walk: Walk): Promise<void> {
  const { agent, cast, hotel } = walk
  const { page } = agent
  await agent.chooseChat(cast.ana.chatId)
  hotel.line.cut()
  await agent.write('while the line is down')
  await agent.connection
    .first()
    .getByText(/offline/i)
    .waitFor()
  await agent.waitForMessage('while the line is down')
  await lookClosely(walk, 'unsent-message')
  await goToList(walk)
  await agent.unsentLink.first().click()
  await page.getByRole('heading', { name: 'Unsent' }).waitFor()
  await lookClosely(walk, 'unsent')
  await hotel.goOnline()
  await agent.waitUntilUnsent(0)
  await page.goBack()
  await agent.chats.waitFor()
}

/** A forgotten chat on Facebook, whose guest the hotel does not know: counted down, asked about, returned. */
export async function returnForgottenChat(walk: Walk): Promise<void> {
  const { agent, cast, isPhone } = walk
  const { page } = agent
  await agent.chooseChat(cast.ben.chatId)
  await agent.composer.waitFor()
  await page.getByText(/^Facebook closes this chat in 3 h 5\d min$/).waitFor()
  const question = aboutChat(agent).getByText(
    /^Nothing was written for 4\d minutes\. Return it to the bot\?$/,
  )
  await question.waitFor()
  if (!isPhone) {
    const card = page.getByRole('complementary', { name: 'Guest card' })
    await card.getByText('PROSPECT', { exact: true }).waitFor()
    // Arrival, departure and room, and the survey.
    await waitFor('what is missing to be said', async () => (await card.getByText('N/A').count()) >= 4)
  }
  await look(walk, 'forgotten-chat-and-window')
  await aboutChat(agent).getByRole('button', { name: 'Return to bot' }).click()
  await question.waitFor({ state: 'hidden' })
  await agent.composer.waitFor({ state: 'hidden' })
}

/** Ana writes while another chat is open: her row is unread, and her words stand below a line. */
export async function readWhatIsNew(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const row = agent.chatLink(cast.ana.chatId)
  await cast.ana.say('Is anybody there?')
  await goToList(walk)
  await row.getByRole('img', { name: 'unread' }).waitFor()
  await look(walk, 'unread')
  await agent.chooseChat(cast.ana.chatId)
  await agent.thread.getByText('New messages', { exact: true }).waitFor()
  const texts = await agent.thread.getByRole('listitem').allInnerTexts()
  const line = texts.findIndex((text) => text.includes('New messages'))
  expect(texts[line + 1]).toContain('Is anybody there?')
  await waitUntilAtEnd(walk)
  await look(walk, 'new-messages')
}

/** Maria takes Ana's chat over a half-written message, which stays readable and goes out with a takeover. */
export async function collide(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const { page } = agent
  await agent.waitUntilUnsent(0)
  await agent.composer.fill('half a sentence')
  await page.getByText('Draft saved').first().waitFor()
  await cast.maria.takeOver(cast.ana.chatId)
  await aboutChat(agent)
    .getByText(/^Maria Santos took this chat at \d\d:\d\d [AP]M$/)
    .waitFor()
  await agent.composer.waitFor({ state: 'hidden' })
  await page.getByText('Maria Santos has this chat.').waitFor()
  const chat = page.getByRole('region', { name: /^Ana Ruiz/ })
  await chat.getByText('half a sentence', { exact: true }).waitFor()
  await waitUntilAtEnd(walk)
  await lookClosely(walk, 'collision')
  await agent.button('Take over and send').click()
  await agent.waitForMessage('half a sentence', 'Sent')
  await agent.composer.waitFor()
  await look(walk, 'taken-over-and-sent')
  await agent.waitUntilUnsent(0)
}

/** The command palette and the list of keys. Where there is a keyboard. */
export async function tryKeys(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const { page } = agent
  const palette = await openPalette(agent)
  await page.keyboard.type(cast.ben.name)
  await palette.getByRole('option', { selected: true }).filter({ hasText: cast.ben.name }).waitFor()
  await look(walk, 'palette')
  await press(agent, 'Enter')
  await palette.waitFor({ state: 'detached' })
  await page.waitForURL(`**/messenger/${cast.ben.chatId}*`)

  // Ben's chat is the bot's: with Ana's message box gone, no field has the focus.
  await agent.button('Take over').waitFor()
  const keys = page.getByRole('dialog', { name: 'Keyboard' })
  await waitFor('? to open the list', async () => {
    if (!(await keys.isVisible())) await press(agent, '?')
    return keys.isVisible()
  })
  await keys.getByText('Next chat').waitFor()
  await look(walk, 'keys')
  await press(agent, 'Escape')
  await keys.waitFor({ state: 'detached' })
}

/** Whoever was at the thread's end is there still, whatever has come above or below it. */
async function waitUntilAtEnd({ agent }: Walk): Promise<void> {
  await waitFor('the thread to stand at its end', () =>
    agent.thread.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2),
  )
  expect(await agent.button('Newest messages').count()).toBe(0)
}

/** What the open chat's header tells. */
function aboutChat({ page }: ConsolePage): Locator {
  return page.getByRole('status', { name: 'About this chat' })
}
