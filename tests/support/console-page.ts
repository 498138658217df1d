import type { Locator, Page } from 'playwright-core'
import { DEMO_PASSWORD } from './staff.ts'
import { waitFor } from './wait-for.ts'

/** Asked with every frame, as is the default, a page draws the whole time that it is waited for. */
const POLL = { polling: 50 }
const ROWS_LIVE_MARK = 'bellhop:rows-live'
const ROWS_VISIBLE_MARK = 'bellhop:rows-visible'

/** One tab of the console, by the names of CONTRACT section 10: no test knows how the screen is built. */
export class ConsolePage {
  readonly page: Page
  private readonly origin: string

  constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
  }

  get chats(): Locator {
    return this.page.getByRole('list', { name: 'Chats' })
  }

  /** The open chat's messages. */
  get thread(): Locator {
    return this.page.getByRole('log', { name: 'Messages' })
  }

  /** The composer's text box; there only while the chat is held by this person. */
  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true })
  }

  get connection(): Locator {
    return this.page.getByRole('status', { name: 'Connection' })
  }

  /** The way to everything that is not sent yet; its name ends with how much that is. */
  get unsentLink(): Locator {
    return this.page.getByRole('link', { name: /Unsent/ })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  }

  /** The chat's link in the list. */
  chatLink(chatId: string): Locator {
    return this.chats.locator(`a[href*="/messenger/${chatId}"]`)
  }

  /** What is drawn of a message, its state included: the innermost item of the thread with this text. */
  message(text: string): Locator {
    return this.thread
      .getByRole('listitem')
      .filter({ has: this.page.getByText(text, { exact: true }) })
      .last()
  }

  async open(path = '/messenger'): Promise<void> {
    await this.page.goto(this.origin + path)
  }

  /** Opens the console, signs in, and waits until the rows are live: what the environment has is on screen. */
  async signIn(username: string, password = DEMO_PASSWORD): Promise<void> {
    await this.open()
    await this.enterCredentials(username, password)
    await this.waitUntilLive()
  }

  /** Signs in at an address of the console, where the person is then: what it shows is for the journey to wait for. */
  async signInAt(path: string, username: string, password = DEMO_PASSWORD): Promise<void> {
    await this.open(path)
    await this.enterCredentials(username, password)
  }

  /** Fills the sign-in form that is on screen and sends it. */
  async enterCredentials(username: string, password = DEMO_PASSWORD): Promise<void> {
    await this.page.getByLabel('Username', { exact: true }).fill(username)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.button('LOGIN').click()
  }

  /** The rows are live, and the environment was read to its end once. */
  async waitUntilLive(): Promise<void> {
    await this.waitForMark(ROWS_LIVE_MARK)
    await this.page
      .locator('section[aria-label="Conversations"][aria-busy="false"]')
      .waitFor({ state: 'attached' })
  }

  /** Rows are on screen, from whatever source. */
  waitUntilRowsVisible(): Promise<unknown> {
    return this.waitForMark(ROWS_VISIBLE_MARK)
  }

  async openChat(chatId: string): Promise<void> {
    await this.page.goto(`${this.origin}/messenger/${chatId}?chatFilter=all&chatType=all`)
    await this.thread.waitFor()
  }

  /** Opens a chat by its link in the list, without a navigation of the browser's: works offline and keeps the tab. */
  async chooseChat(chatId: string): Promise<void> {
    const row = this.chatLink(chatId).first()
    // The address names the chat before it is drawn: until then what is pressed is the former chat's. A row that is marked
    // already is that of the drawn chat, which may have opened by itself since the logs were looked for.
    const logs = await this.thread.elementHandles()
    const former = (await row.getAttribute('aria-current')) === null ? logs : []
    await row.click()
    await this.page.waitForURL(`**/messenger/${chatId}*`)
    for (const log of former) await log.waitForElementState('hidden')
    await this.thread.waitFor()
  }

  async takeOver(): Promise<void> {
    await this.button('Take over').click()
    await this.composer.waitFor()
  }

  /** Types a text and sends it with Enter, as a person at a keyboard does. */
  async write(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.composer.press('Enter')
  }

  /** Waits until the message box has a text again: a kept draft is read a moment after the box is there. */
  async waitForDraft(text: string): Promise<void> {
    await this.composer.waitFor()
    await waitFor(`the draft '${text}'`, async () => (await this.composer.inputValue()) === text)
  }

  /** Waits until the message is on screen and, where given, says this state. */
  async waitForMessage(text: string, state?: string | RegExp): Promise<void> {
    const message = this.message(text)
    await message.waitFor()
    if (state !== undefined) await message.getByText(state, { exact: true }).first().waitFor()
  }

  /** Takes one of the ways out beside an unsent message, and says yes where the console warns and asks. */
  async takeWayOut(text: string, name: string): Promise<void> {
    const way = this.message(text).getByRole('button', { name, exact: true })
    const yes = this.page.getByRole('dialog').getByRole('button', { name, exact: true })
    await way.click()
    const outcome = await waitFor(`'${name}' to be asked about or done`, async () => {
      const isGone = (await way.count()) === 0
      if ((await yes.count()) > 0) return 'asked'
      return isGone && 'done'
    })
    if (outcome === 'asked') await yes.click()
  }

  /** How many operations of this person are not sent yet, as the header says. */
  async readUnsent(): Promise<number> {
    // On a phone the way there is hidden while a chat has the whole screen; the number is there all the same.
    const name = (await this.page.locator('a[href="/unsent"]').first().textContent()) ?? ''
    return Number(/\d+/.exec(name)?.[0] ?? 0)
  }

  async waitUntilUnsent(count: number, deadlineMs?: number): Promise<void> {
    await waitFor(`${count} to be unsent`, async () => (await this.readUnsent()) === count, deadlineMs)
  }

  /** The question at a sign-out that would leave something behind. */
  get signOutDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Sign Out' })
  }

  /** Chooses Sign Out in the menu: the console asks, or is signed out. */
  async chooseSignOut(): Promise<void> {
    await this.button('Menu').click()
    await this.page.getByRole('menuitem', { name: 'Sign Out' }).click()
  }

  /**
   * Signs out by the menu, and keeps the chats that this person has and the drafts. With something unsent the console asks;
   * `choice` is the button taken then.
   */
  async signOut(choice?: string): Promise<void> {
    await this.chooseSignOut()
    const dialog = this.signOutDialog
    const username = this.page.getByLabel('Username', { exact: true })
    await username.or(dialog).first().waitFor()
    if (await dialog.isVisible()) await this.leaveBehind(choice)
    await username.waitFor()
  }

  /** Answers the question: the chats are kept, and what is unsent goes by `choice`. */
  async leaveBehind(choice?: string): Promise<void> {
    const keep = this.signOutDialog.getByRole('button', { name: 'Sign out and keep my chats' })
    const out = this.signOutDialog.getByRole('button', { name: choice ?? 'Sign out', exact: true })
    await keep.or(out).first().waitFor()
    const isKeeping = await keep.isVisible()
    if (isKeeping) await keep.click()
    if (choice !== undefined || !isKeeping) await out.click()
  }

  /** Has the browser look for a new build until it has found one: a look that is under way already may miss it. */
  async lookForUpdate(deadlineMs?: number): Promise<void> {
    const look = () =>
      this.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        await registration?.update()
        return Boolean(registration?.installing ?? registration?.waiting)
      })
    await waitFor('a new build to be found', look, deadlineMs)
  }

  /** The words of the open thread, once all of it is drawn: it is in steps. */
  async readThread(): Promise<string> {
    await this.page.locator('[role="log"][aria-label="Messages"][aria-busy="false"]').waitFor()
    return this.thread.innerText()
  }

  /** How often a text is drawn in the open thread. */
  countDrawn(text: string): Promise<number> {
    return this.thread.getByText(text, { exact: true }).count()
  }

  /** Addresses that the page's code called before rows were on screen; the shell's own files are no calls. */
  readCallsBeforeRows(): Promise<string[]> {
    return this.page.evaluate((mark) => {
      const CALLS = ['fetch', 'xmlhttprequest']
      const rowsAt = performance.getEntriesByName(mark)[0]?.startTime ?? Number.POSITIVE_INFINITY
      return performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ startTime, initiatorType }) => startTime < rowsAt && CALLS.includes(initiatorType))
        .map((entry) => entry.name)
    }, ROWS_VISIBLE_MARK)
  }

  private waitForMark(mark: string): Promise<unknown> {
    return this.page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark, POLL)
  }
}

/** A console that shows somebody their work keeps itself on the device a moment later; from then on it needs no line. */
export async function waitUntilKept(page: Page): Promise<void> {
  await page.waitForFunction(
    (mark) =>
      (performance.getEntriesByName(mark).length === 0 &&
        !document.querySelector('nav[aria-label="Main"]')) ||
      !('serviceWorker' in navigator) ||
      navigator.serviceWorker.controller !== null,
    ROWS_VISIBLE_MARK,
    POLL,
  )
}
