import { describe, expect } from 'vitest'
import { countFromNow, isSend, isUpload } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { chooseFiles } from '#tests/support/chosen-files.ts'
import { journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MAX_CHARS = 8_000
const MAX_FILE_BYTES = 10 * 1024 * 1024
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What an environment may answer to a message. */
const NONSENSE: [what: string, status: number, body: string, type: string][] = [
  ['HTML', 200, '<!doctype html><h1>hello</h1>', 'text/html'],
  ['nothing', 200, '', 'application/json'],
  ['half a JSON', 200, '{"id":"m', 'application/json'],
  ['an error of its own', 500, '{"message":"boom","code":"internal"}', 'application/json'],
]

describe('bad input', () => {
  journey(
    'nonsense from the environment; blanks, HTML and emoji, over 8,000 characters, files that are refused, binary rubbish; a full disk',
    async (hotel) => {
      const guest = await hotel.openGuestInNeed('Wrong Shape')
      hotel.line.rewrite('/api/sync', (body) =>
        body.replaceAll('"displayName":"Wrong Shape"', '"displayName":{"first":"Wrong"}'),
      )
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await readWrongShape(agent, guest)
      await hearNonsense(hotel, agent)
      await sendBlanks(hotel, agent)
      await sendHtmlAndEmoji(hotel, agent)
      await sendTooMuch(hotel, agent)
      await attachWhatIsRefused(hotel, agent)
      await writeOnFullDisk(hotel, desk, agent)
      // Refused, it waits for its writer: whatever comes after it would find something unsent.
      await sendBinary(hotel, agent)
    },
  )
})

/** What is readable of a chat is shown, and the others are there. */
async function readWrongShape(agent: ConsolePage, guest: Guest): Promise<void> {
  await agent.chatLink(guest.chatId).waitFor()
  expect(await agent.chats.getByRole('link').count()).toBeGreaterThan(1)
}

/** A message that the environment answered with nonsense is delivered once. */
async function hearNonsense(hotel: Hotel, agent: ConsolePage): Promise<void> {
  for (const [what, status, body, type] of NONSENSE) {
    const writer = await takeNextChat(hotel, agent, `Told ${what}`)
    hotel.line.answerOnce(isSend, status, body, { 'content-type': type })
    await agent.write('hello')
    await writer.waitForStaffTexts(['hello'])
    await agent.waitForMessage('hello', 'Sent')
    expect(await agent.countDrawn('hello'), what).toBe(1)
  }
}

/** Nothing but blanks is not sent. */
async function sendBlanks(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  await agent.composer.fill('  \n \t ')
  await agent.composer.press('Enter')
  await agent.write('words')
  await guest.waitForStaffTexts(['words'])
  expect(countSends()).toBe(1)
}

/** They arrive as they are, and nothing in them runs. */
async function sendHtmlAndEmoji(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const texts = ['<b>bold</b><img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>', '👍🏽👨‍👩‍👧‍👦🏳️‍🌈']
  for (const text of texts) await agent.write(text)
  await guest.waitForStaffTexts(texts)
  for (const text of texts) await agent.waitForMessage(text, 'Sent')
  expect(await agent.page.evaluate(() => 'wasRun' in window)).toBe(false)
}

/** It is delivered or refused in words, and never lost. */
async function sendBinary(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.composer.fill('a\u0000b\u0001c\ufffd')
  await agent.composer.press('Enter')
  const outcome = await waitFor('an outcome', async () => {
    if ((await guest.readStaffTexts()).length > 0) return 'delivered'
    if ((await agent.page.getByText(/Not sent: /).count()) > 0) return 'refused'
    if ((await agent.page.getByRole('alert').count()) > 0) return 'kept'
    return null
  })
  if (outcome === 'kept') expect(await agent.composer.inputValue()).toContain('a')
  if (outcome === 'refused')
    await agent.page.getByRole('button', { name: 'Edit', exact: true }).first().waitFor()
}

/** It is refused with the reason, and stays in the field. */
async function sendTooMuch(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const text = 'x'.repeat(MAX_CHARS + 1)
  await agent.composer.fill(text)
  await agent.composer.press('Enter')
  await agent.page
    .getByText(/8[,.\s]?000/)
    .first()
    .waitFor()
  expect(await agent.composer.inputValue()).toBe(text)
  await agent.composer.fill('x'.repeat(MAX_CHARS))
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['x'.repeat(MAX_CHARS)])
}

/** It is refused before anything is staged; a good file goes through. */
async function attachWhatIsRefused(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countUploads = countFromNow(hotel.line, isUpload)
  await attach(agent, 'notes.png', Buffer.from('just text, called a picture'))
  await agent.page
    .getByText('notes.png was not attached: this type of file is not accepted (png, gif, jpg, pdf).')
    .waitFor()
  await attach(agent, 'huge.png', Buffer.concat([PNG, Buffer.alloc(MAX_FILE_BYTES)]))
  await agent.page.getByText('huge.png was not attached: it is larger than 10 MB.').waitFor()
  expect(countUploads()).toBe(0)

  await attach(agent, 'view.png', PNG)
  await agent.button('Remove view.png').waitFor()
  expect(countUploads()).toBe(0)
  await agent.button('Send').click()
  await waitFor('the guest to have the picture', async () =>
    (await guest.read()).some((message) =>
      message.attachments.some((file) => file.contentType === 'image/png'),
    ),
  )
  expect(countUploads()).toBe(1)
}

describe('a browser without a database', () => {
  journey(
    'IndexedDB and locks refused: a banner says so, and sending works only while online',
    async (hotel) => {
      const desk = await hotel.openDesk()
      await desk.context.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('refused', 'SecurityError')
        }
        // Where a browser stores nothing for a page it gives it no locks either.
        if (typeof LockManager === 'undefined') return
        LockManager.prototype.request = () => Promise.reject(new DOMException('refused', 'SecurityError'))
      })
      const agent = await desk.openTab()
      const guest = await hotel.openGuestInNeed()
      await agent.signIn('agent')
      await agent.page
        .getByText(
          'This browser keeps nothing for this page. What you write is sent only while connected and is gone when you close it.',
        )
        .waitFor()
      await agent.chooseChat(guest.chatId)
      await agent.takeOver()
      await agent.write('from memory')
      await guest.waitForStaffTexts(['from memory'])

      await hotel.goOffline()
      const reason = agent.page.getByText(
        'Nothing can be kept on this device: sending works only while connected.',
      )
      await reason.waitFor()
      await agent.composer.fill('typed without a line')
      expect(await agent.button('Send').isDisabled()).toBe(true)
      expect(await agent.button('Attach files').isDisabled()).toBe(true)
      await agent.composer.press('Enter')
      expect(await agent.composer.inputValue()).toBe('typed without a line')
      expect(await agent.countDrawn('typed without a line')).toBe(0)

      await hotel.goOnline()
      await reason.waitFor({ state: 'detached' })
      await agent.composer.press('Enter')
      await guest.waitForStaffTexts(['from memory', 'typed without a line'])
    },
  )
})

/** What was typed stays in the field, and the person is told. */
async function writeOnFullDisk(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  desk.expectProblem(/QuotaExceededError/)
  // The browser's own override of the quota leaves databases alone that are open already.
  await fillDisk(agent)
  await agent.composer.fill('there is no room for this')
  await agent.composer.press('Enter')
  // Not the word on the draft, which stands there before Enter.
  await agent.page.getByRole('alert').filter({ hasText: 'Not sent.' }).waitFor()
  expect(await agent.composer.inputValue()).toBe('there is no room for this')
  await agent.page.evaluate(() => window.dispatchEvent(new Event('test:disk-has-room')))
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['there is no room for this'])
}

/** Every write is refused as a full disk refuses it, until the page hears `test:disk-has-room`. */
function fillDisk(agent: ConsolePage): Promise<void> {
  return agent.page.evaluate(() => {
    const store = IDBObjectStore.prototype
    const { add, put } = store
    const refuse = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    Object.assign(store, { add: refuse, put: refuse })
    window.addEventListener('test:disk-has-room', () => Object.assign(store, { add, put }), { once: true })
  })
}

function attach(agent: ConsolePage, name: string, buffer: Buffer): Promise<void> {
  return chooseFiles(agent, [{ name, mimeType: 'image/png', buffer }])
}
