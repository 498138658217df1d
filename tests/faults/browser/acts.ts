import { isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { watchWorker } from '#tests/support/worker-watch.ts'
import { attempt, isShown } from './attempt.ts'
import { readDeviceRows } from './device-rows.ts'
import type { Who, Written } from './ledger.ts'
import type { Stage } from './stage.ts'
import type { ChatIndex, Step, TabIndex } from './steps.ts'

type WorkStep = Extract<Step, { type: 'send' | 'draft' | 'take' | 'return' | 'resolve' }>
type At = Extract<Step, { type: 'send-and-close' | 'flush-while-opening' }>

/** How long somebody looks for a button before they leave it. */
const LOOK_MS = 2_000
/** How long a page may take to do what is asked of it. */
const ACT_MS = 8_000
/** How long what was written may take to be on the device: while a database is busy, too. */
const STORE_MS = 5_000
const SIGN_IN_MS = 12_000

/** A guest's line works; while the server is away the guest hears so. */
export async function say({ guests, ledger }: Stage, chat: ChatIndex): Promise<void> {
  const said = ledger.say(chat)
  await guests[chat].say(said.word)
  ledger.said.push(said)
}

export async function takeAsColleague({ guests, pair, ledger }: Stage, chat: ChatIndex): Promise<void> {
  ledger.contested.add(chat)
  await pair.other.takeOver(guests[chat].chatId)
}

/** Whatever the device's user does in a chat. */
export async function work(stage: Stage, step: WorkStep): Promise<void> {
  const tab = await openChat(stage, step)
  if (!tab) return
  switch (step.type) {
    case 'send':
      return void (await send(stage, tab, step.chat))
    case 'draft':
      return leaveDraft(stage, tab, step.chat)
    case 'take':
      // What the first user left behind waits for them from then on.
      if ((await readWho(stage, tab)) === 'other') stage.ledger.contested.add(step.chat)
      return press(tab, 'Take over')
    case 'return':
      stage.ledger.contested.add(step.chat)
      return press(tab, 'Return to bot')
    case 'resolve':
      return press(tab, 'Chat resolved')
  }
}

/** The page is closed over a message: at once, or when it is on its way and its answer has not come. */
export async function sendAndClose(stage: Stage, step: At & { type: 'send-and-close' }): Promise<void> {
  const { device } = stage
  const tab = await openChat(stage, step)
  if (!tab) return
  const arrival = step.when === 'on-its-way' ? device.line.holdNext(isSend) : null
  const typed = await type(stage, tab, step.chat)
  if (typed === null) return
  await tab.composer.press('Enter')
  handOver(stage, typed)
  if (arrival) {
    // Where the line is down it never gets that far.
    const held = await attempt(() => arrival, null, LOOK_MS)
    held?.withholdReply()
    await keepPromises(tab, typed)
  }
  await leave(stage, device.tabs[1] === tab ? 1 : 0)
}

/** Without a line; then all tabs are closed, and the browser wakes the worker as a tab is opened again. */
export async function sendWhileOpening(stage: Stage, step: At): Promise<void> {
  const { device } = stage
  await device.breakLine({ type: 'offline' })
  const tab = await openChat(stage, step)
  if (tab) await send(stage, tab, step.chat)
  const worker = await attempt(() => watchWorker(device.context), null, LOOK_MS)
  await leave(stage, 0)
  await leave(stage, 1)
  await device.heal()
  const flushed = attempt(async () => worker?.dispatchSync(), undefined)
  await device.openTab(0)
  await flushed
}

/** A tab is closed; one that asks whether it may is closed all the same. */
export function leave({ device }: Stage, tab: TabIndex): Promise<void> {
  return device.closeTab(tab)
}

export async function signOut(stage: Stage, index: TabIndex, choice: 'keep' | 'discard'): Promise<void> {
  const { device, ledger } = stage
  const tab = device.find(index)
  const who = tab && (await readWho(stage, tab))
  if (!tab || !who) return
  // While it is under way nobody can tell whether it has happened.
  if (choice === 'discard') for (const row of ledger.written) if (row.who === who) row.mayBeGone = true
  await press(tab, 'Menu')
  await tab.page.getByRole('menuitem', { name: 'Sign Out' }).click({ timeout: ACT_MS })
  const username = tab.page.getByLabel('Username', { exact: true })
  await waitFor(
    'the user to be signed out',
    async () => {
      if (await username.isVisible()) return true
      for (const name of listWays(choice)) {
        const way = tab.signOutDialog.getByRole('button', { name, exact: true })
        if (await way.isVisible()) return void (await way.click({ timeout: ACT_MS }))
      }
      return false
    },
    SIGN_IN_MS,
  )
  await noteLeftBehind(stage, tab, who)
}

/** Nothing that was mirrored for somebody is there a moment after they have signed out (D8). */
async function noteLeftBehind({ pair, ledger }: Stage, tab: ConsolePage, who: Who): Promise<void> {
  const { id } = pair[who].user
  const countRows = async () =>
    (await readDeviceRows(tab.page)).mirrors.find(({ userId }) => userId === id)?.rows ?? 0
  const isEmpty = await attempt(
    () => waitFor('the mirror to be empty', async () => (await countRows()) === 0, STORE_MS),
    false,
  )
  if (!isEmpty)
    ledger.leftBehind.push(`${await countRows()} mirrored rows of ${id} are left after a sign-out.`)
}

/** What is taken of the ways out that the question offers, the first that is there. */
function listWays(choice: 'keep' | 'discard'): string[] {
  const keepChats = 'Sign out and keep my chats'
  return choice === 'keep'
    ? [keepChats, 'Keep for my next sign-in', 'Sign out']
    : [keepChats, 'Discard and sign out', 'Discard drafts and sign out', 'Sign out']
}

export async function signIn({ device, pair }: Stage, index: TabIndex, who: Who): Promise<void> {
  const tab = device.find(index)
  if (!tab) return
  if (!(await isShown(tab.page.getByLabel('Username', { exact: true }), LOOK_MS)))
    throw new Error('nobody is asked to sign in')
  await tab.enterCredentials(pair.usernames[who])
  if (!(await isShown(tab.chats, SIGN_IN_MS))) throw new Error('the sign-in does not succeed')
}

/** The tab with the chat open; null where nobody gets that far. */
async function openChat(stage: Stage, step: { tab: TabIndex; chat: ChatIndex }): Promise<ConsolePage | null> {
  const tab = stage.device.find(step.tab)
  const { chatId } = stage.guests[step.chat]
  if (!tab) return null
  const login = tab.button('LOGIN')
  if (!(await isShown(tab.chats.or(login), ACT_MS))) throw new Error('nothing is drawn')
  if (await login.isVisible()) throw new Error('nobody is signed in')
  if (!tab.page.url().includes(`/messenger/${chatId}`)) {
    const link = tab.chatLink(chatId)
    if (!(await isShown(link, LOOK_MS))) throw new Error('the chat is not in the list')
    await link.first().click({ timeout: ACT_MS })
    await waitFor('the chat to open', () => tab.page.url().includes(`/messenger/${chatId}`), ACT_MS)
    // The address is there before it is drawn: until then the field is the former chat's.
    const drawn = link.and(tab.page.locator('[aria-current]')).first()
    if (!(await isShown(drawn, ACT_MS))) throw new Error('the chat is not drawn')
  }
  if (!(await isShown(tab.thread, ACT_MS))) throw new Error('the chat does not open')
  return tab
}

async function press(tab: ConsolePage, name: string): Promise<void> {
  const button = tab.button(name)
  if (!(await isShown(button, LOOK_MS))) throw new Error(`there is no '${name}'`)
  await button.click({ timeout: ACT_MS })
}

async function send(stage: Stage, tab: ConsolePage, chat: ChatIndex): Promise<void> {
  const typed = await type(stage, tab, chat)
  if (typed === null) return
  await tab.composer.press('Enter')
  handOver(stage, typed)
  await keepPromises(tab, typed)
}

async function leaveDraft(stage: Stage, tab: ConsolePage, chat: ChatIndex): Promise<void> {
  const typed = await type(stage, tab, chat)
  if (typed !== null) await keepPromises(tab, typed)
}

/** Types a new word behind what stands in the field. Gives all words that stand there then; null where there is no field. */
async function type(stage: Stage, tab: ConsolePage, chat: ChatIndex): Promise<Written[] | null> {
  // In its place is how to take the chat, where somebody else has it.
  if (!(await isShown(tab.composer.or(tab.button('Take over')), ACT_MS)) || !(await tab.composer.isVisible()))
    throw new Error('there is no field for a message')
  const who = await readWho(stage, tab)
  if (!who) return null
  const before = await tab.composer.inputValue({ timeout: ACT_MS })
  const row = stage.ledger.write(who, chat)
  const text = before === '' ? row.word : `${before} ${row.word}`
  await tab.composer.fill(text, { timeout: ACT_MS })
  return stage.ledger.find(text)
}

function handOver({ ledger }: Stage, rows: readonly Written[]): void {
  const order = ledger.nextOrder()
  for (const row of rows) row.order = order
}

/** Notes what is on the device now: as an operation, a draft or a message that has come back. */
async function keepPromises(tab: ConsolePage, rows: readonly Written[]): Promise<void> {
  const isStored = async () => {
    const { outboxes, mirrors } = await readDeviceRows(tab.page)
    const texts = [
      ...outboxes.flatMap(({ operations, drafts }) => [...operations, ...drafts]),
      ...mirrors.flatMap(({ messages }) => messages),
    ]
    return rows.every(({ word }) => texts.some(({ text }) => text.includes(word)))
  }
  await waitFor('what was written to be on the device', isStored, STORE_MS)
  for (const row of rows) row.isPromised = true
}

async function readWho({ pair }: Stage, tab: ConsolePage): Promise<Who | null> {
  const { signedIn } = await readDeviceRows(tab.page)
  if (signedIn === pair.same.user.id) return 'same'
  return signedIn === pair.other.user.id ? 'other' : null
}
