import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { attempt, isShown } from './attempt.ts'
import { readDeviceRows } from './device-rows.ts'
import type { ChatReading, Finding, Outcome } from './outcome.ts'
import type { Stage } from './stage.ts'
import type { ChatIndex } from './steps.ts'

/** A loop asks more often than this. */
const QUIET_MS = 2_500
const DRAWN_MS = 20_000
/** A row of the list that is not drawn by then is further down. */
const LOOK_MS = 2_000
/** Parts of words that guests and staff write in schedules. */
const STAFF_WORD = 'staffword'
const WORDS = ['guestword', STAFF_WORD]

/** What the hotel and the device have; nothing of the screen yet. */
export async function readData({ house, pair, guests, ledger }: Stage, tab: ConsolePage): Promise<Outcome> {
  const readChat = async (chat: ChatIndex): Promise<ChatReading> => {
    const { chatId } = guests[chat]
    const [row, messages, stored] = await Promise.all([
      pair.same.readChat(chatId),
      pair.same.readMessages(chatId),
      house.readStored(chatId),
    ])
    return { chatId, chat: row, messages, stored, drawn: null }
  }
  // Together, so that nothing happens in between.
  const [ana, ben, rows] = await Promise.all([readChat(0), readChat(1), readDeviceRows(tab.page)])
  return {
    manner: house.manner,
    userIds: { same: pair.same.user.id, other: pair.other.user.id },
    chats: [ana, ben],
    written: ledger.written,
    said: ledger.said,
    contested: ledger.contested,
    leftBehind: ledger.leftBehind,
    device: rows,
    unsentScreen: null,
    findings: [],
    quietCalls: [],
    problems: [],
  }
}

/** The same with what the screen draws, what a few quiet seconds call for, and what lies where nothing of anybody may be. */
export async function readAll(stage: Stage, tab: ConsolePage): Promise<Outcome> {
  const { house, device, guests } = stage
  const drawn = [await readThread(stage, tab, 0), await readThread(stage, tab, 1)]
  const before = device.line.seen.length
  await delay(QUIET_MS)
  const own = guests.map(({ chatId }) => chatId)
  const quietCalls = device.line.seen
    .slice(before)
    .filter(({ path }) => !house.isAboutOthers(path, own))
    .map(({ method, path }) => `${method} ${path}`)
  const data = await readData(stage, tab)
  const [ana, ben] = data.chats
  const isWaiting = data.device.outboxes.some(({ operations }) => operations.some(({ text }) => text !== ''))
  const needles = [...WORDS, ...guests.map(({ name }) => name), data.device.token ?? '']
  return {
    ...data,
    chats: [
      { ...ana, drawn: drawn[0] ?? null },
      { ...ben, drawn: drawn[1] ?? null },
    ],
    quietCalls,
    findings: await tab.page.evaluate(
      searchStorage,
      needles.filter((needle) => needle !== ''),
    ),
    unsentScreen: isWaiting ? await readUnsentScreen(tab.page, stage) : null,
    problems: device.takeProblems(),
  }
}

/** Opens the chat by its link, looked for by its guest's name where it is further down, and gives the words of its thread, once what guests said is there or after a while. */
async function readThread(
  { guests, ledger }: Stage,
  tab: ConsolePage,
  chat: ChatIndex,
): Promise<string | null> {
  const isOpen = await attempt(
    async () => {
      const { chatId, name } = guests[chat]
      const field = tab.page.getByRole('searchbox', { name: 'Search user...' })
      // The other schedules of the same hotel have chats as well.
      if (!(await isShown(tab.chatLink(chatId), LOOK_MS))) await field.fill(name)
      await tab.chooseChat(chatId)
      await field.fill('')
      return true
    },
    false,
    DRAWN_MS,
  )
  if (!isOpen) return null
  const last = ledger.said.findLast((said) => said.chat === chat)
  const read = () => tab.readThread()
  const isThere = async () => last === undefined || (await read()).includes(last.word)
  await waitFor('the thread to be drawn', isThere, DRAWN_MS).catch(() => undefined)
  return read()
}

async function readUnsentScreen(page: Page, { device }: Stage): Promise<string> {
  const tab = await device.context.newPage()
  try {
    await tab.goto(new URL('/unsent', page.url()).href)
    const read = () => tab.locator('main').innerText({ timeout: DRAWN_MS })
    const isThere = async () => (await read()).includes(STAFF_WORD)
    await waitFor('what is not sent to be drawn', isThere, DRAWN_MS).catch(() => undefined)
    return await read().catch(() => '')
  } finally {
    await tab.close()
  }
}

/** Where any of these texts lies in Cache Storage or localStorage. Runs in a page. */
async function searchStorage(needles: string[]): Promise<Finding[]> {
  const found: Finding[] = []
  const look = (where: string, text: string) => {
    for (const what of needles) if (text.includes(what)) found.push({ where, what })
  }
  look('localStorage', JSON.stringify(Object.entries(localStorage)))
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      look(`${name} ${request.url}`, `${request.url} ${(await answer?.text()) ?? ''}`)
    }
  }
  return found
}
