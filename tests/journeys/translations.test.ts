import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { countFromNow } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PATH = '/intents/translations'
const QUESTION = 'clarify.question'
const SHIPPED = /^I'm not sure that I understand/
const ASKED = 'Pardon <b>me</b>? סליחה'
const SAVE = 'SAVE TRANSLATIONS'
const CHANGED = /a status of 412/

const isOurs = ({ path }: SeenRequest): boolean => path.startsWith('/api/translations/')
const isRead = (request: SeenRequest): boolean => request.method === 'GET' && isOurs(request)
const isSave = (request: SeenRequest): boolean => request.method === 'POST' && isOurs(request)

describe('the bot’s own words (specification sections 2 and 8)', () => {
  journeyAlone(
    'an admin changes the question and a guest reads it; offline, in another language and on a phone',
    async (hotel) => {
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signIn('admin')
      await openByHeader(admin)
      expect(await fieldOf(admin, QUESTION).inputValue()).toMatch(SHIPPED)
      expect(await admin.button(SAVE).isDisabled()).toBe(true)
      await sayWhatIsMissing(admin)
      await fieldOf(admin, QUESTION).fill(ASKED)
      await save(admin)
      await admin.page.getByText('1 of 14 changed', { exact: true }).waitFor()
      await admin.page.getByText(/^Shipped: I'm not sure/).waitFor()
      const guest = await openGuestPage(hotel)
      await guest.getByRole('textbox', { name: 'Message' }).fill('quantum chromodynamics')
      await guest.getByRole('button', { name: 'Send', exact: true }).click()
      await guest.getByText(ASKED, { exact: true }).waitFor()
      await lookAt(admin, 'translations')
      await findTexts(admin)
      await askBeforeLeaving(admin)
      await readOffline(hotel, admin)
      await lookOnPhone(admin, 'translations')
      await admin.button(`As shipped: ${QUESTION}`).click()
      await save(admin)
      await admin.page.getByText('0 of 14 changed', { exact: true }).waitFor()
    },
  )

  journeyAlone('two admins who change the same text choose which to keep', async (hotel) => {
    const desks = [await hotel.openDesk(), await hotel.openDesk()]
    const [one, two] = [await openAdmin(desks[0]?.openTab()), await openAdmin(desks[1]?.openTab())]
    await fieldOf(one, QUESTION).fill('Mine?')
    await fieldOf(one, 'choice.taken').fill('Lovely.')
    await fieldOf(two, QUESTION).fill('Theirs?')
    await save(two)
    // It is told at once: nobody has to save first to hear of it.
    await one.page.getByText('Somebody else has saved: Theirs?', { exact: true }).waitFor()
    expect(await one.button(SAVE).isDisabled()).toBe(true)
    expect(await fieldOf(one, QUESTION).inputValue()).toBe('Mine?')
    await lookAt(one, 'translations-contested')
    await one.button('Keep mine').click()
    await save(one)
    await waitFor('the other to read it', async () => (await fieldOf(two, QUESTION).inputValue()) === 'Mine?')

    // The hint's reading is on its way still when the second save comes.
    desks[0]?.expectProblem(CHANGED)
    await fieldOf(one, QUESTION).fill('Mine again?')
    const held = hotel.line.holdAll(isRead)
    const reads = countFromNow(hotel.line, isRead)
    const saves = countFromNow(hotel.line, isSave)
    await fieldOf(two, QUESTION).fill('Theirs again?')
    await two.button(SAVE).click()
    // Whoever reads again does so after the save.
    await waitFor('the other save to be there', () => reads() > 0)
    await one.button(SAVE).click()
    await waitFor('the second save', () => saves() === 2)
    held()
    await one.page.getByText('Somebody else has saved: Theirs again?', { exact: true }).waitFor()
    await one.button('Take theirs').click()
    expect(await fieldOf(one, QUESTION).inputValue()).toBe('Theirs again?')
    expect(await one.button(SAVE).isDisabled()).toBe(true)
  })

  journeyAlone(
    'is saved where the environment knows no versions, and what fails is said',
    async (hotel) => {
      const desk = await hotel.openDesk()
      desk.expectProblem(/Failed to load resource/)
      const admin = await openAdmin(desk.openTab())
      expect(await admin.page.getByText('As shipped').count()).toBe(0)
      await fieldOf(admin, QUESTION).fill(' ')
      await admin.button(SAVE).click()
      await admin.page.getByText(/^Error updating or fetching: 'clarify\.question': This is empty/).waitFor()
      await fieldOf(admin, QUESTION).fill('Once more?')
      await save(admin)
      await admin.open(PATH)
      await waitFor('the text', async () => (await fieldOf(admin, QUESTION).inputValue()) === 'Once more?')
    },
    { kinds: ['plain'] },
  )
})

const fieldOf = ({ page }: ConsolePage, key: string): Locator => page.locator(`textarea[name="${key}"]`)

async function openAdmin(tab: Promise<ConsolePage> | undefined): Promise<ConsolePage> {
  const admin = await tab
  if (!admin) throw new Error('there is no desk')
  await admin.signInAt(PATH, 'admin')
  await fieldOf(admin, QUESTION).waitFor()
  return admin
}

async function openByHeader(admin: ConsolePage): Promise<void> {
  const main = admin.page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Intents', exact: true }).click()
  await admin.page.getByRole('link', { name: 'Built-In Intent Strings', exact: true }).click()
  await admin.page.waitForURL(`**${PATH}`)
  await fieldOf(admin, QUESTION).waitFor()
}

async function save(admin: ConsolePage): Promise<void> {
  await admin.button(SAVE).click()
  await admin.page.getByText('Saved', { exact: true }).waitFor()
}

/** Beside the field, while it is typed. */
async function sayWhatIsMissing(admin: ConsolePage): Promise<void> {
  const ask = fieldOf(admin, 'campaign.rating.ask')
  await ask.fill('From {lowest} to five?')
  await admin.page.getByText('{highest} is missing', { exact: false }).waitFor()
  await ask.fill('From {lowest} to {highest}, {name}?')
  await admin.page.getByText('{name} is not known here', { exact: false }).waitFor()
  expect(await admin.button(SAVE).isDisabled()).toBe(true)
  await admin.button('Undo: campaign.rating.ask').click()
  expect(await ask.inputValue()).toContain('{highest}')
}

async function findTexts(admin: ConsolePage): Promise<void> {
  const fields = admin.page.locator('form textarea')
  await admin.page.getByLabel('Only changed', { exact: true }).check()
  await waitFor('the one', async () => (await fields.count()) === 1)
  await admin.page.getByLabel('Only changed', { exact: true }).uncheck()
  await admin.page.getByRole('searchbox').fill('enjoy STAY')
  await waitFor('the one', async () => (await fields.count()) === 1)
  await admin.page.getByRole('searchbox').fill('no such words')
  await admin.page.getByText('No text matches “no such words”.', { exact: true }).waitFor()
  await admin.page.getByRole('searchbox').fill('')
}

/** Another language and another screen are both left to only when the person says so. */
async function askBeforeLeaving(admin: ConsolePage): Promise<void> {
  await fieldOf(admin, 'choice.taken').fill('Lovely.')
  await admin.page.getByLabel('Language', { exact: true }).selectOption('de')
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(await fieldOf(admin, 'choice.taken').inputValue()).toBe('Lovely.')
  await admin.page.getByRole('link', { name: 'Intents', exact: true }).last().click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await admin.page.getByLabel('Language', { exact: true }).selectOption('de')
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Go on', exact: true }).click()
  await waitFor('the German', async () => (await fieldOf(admin, 'choice.taken').inputValue()) === 'Danke.')
  await admin.page.getByLabel('Language', { exact: true }).selectOption('en')
  await waitFor('the English', async () => (await fieldOf(admin, QUESTION).inputValue()) === ASKED)
}

async function readOffline(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await hotel.goOffline()
  await admin.page.getByText('You are offline.', { exact: false }).first().waitFor()
  expect(await fieldOf(admin, QUESTION).inputValue()).toBe(ASKED)
  expect(await fieldOf(admin, QUESTION).isEditable()).toBe(false)
  expect(await admin.button(SAVE).isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('the field', () => fieldOf(admin, QUESTION).isEditable())
}

async function openGuestPage(hotel: Hotel): Promise<Page> {
  const { context } = await hotel.openDesk()
  const page = await context.newPage()
  await page.goto(`${hotel.line.origin}/guest`)
  const name = page.getByRole('textbox', { name: 'Your name' })
  if (await name.isVisible()) await name.fill('Lena')
  return page
}
