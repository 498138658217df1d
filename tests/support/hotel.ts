import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { openContext, type ContextOptions, type WatchedContext } from './chromium.ts'
import { ConsolePage, waitUntilKept } from './console-page.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { openGuest, openGuestInNeed, type Guest } from './guest.ts'
import { setNotifications, type NotificationSetting } from './notifications.ts'
import type { Kind, RunningServer } from './shared-servers.ts'
import { signInStaff, type Staff } from './staff.ts'

/** Where the worker's script is. */
export const WORKER = '/service-worker.js'
/** Of what a tab shows, in words. */
const MOST_CHARS = 1_500
const READING_MS = 10_000

/**
 * What a journey is walked in: an environment, a line to it that can fail, guests, and staff at their desks. Line and desks
 * are the journey's own. The environment may have been others' before: their guests' chats are gone, and what else they
 * changed is still so.
 */
export interface Hotel<Server extends RunningServer = RunningServer> {
  kind: Kind
  server: Server
  /** The line between the desks and the environment. Guests and `staff` do not use it. */
  line: FaultProxy
  openGuest(name?: string): Promise<Guest>
  /** A guest whose chat is in the hotel and waits for a person. */
  openGuestInNeed(name?: string): Promise<Guest>
  signInStaff(username: string): Promise<Staff>
  /** A browser profile of its own with no tab yet. */
  openDesk(options?: DeskOptions): Promise<Desk>
  /** The worker's script comes, to every desk. */
  bringWorker(): void
  /** The same, and every console in use has kept itself. */
  keepConsoles(): Promise<void>
  /** The line breaks, and the desks' browsers notice that they are offline. Consoles in use have kept themselves before. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** Everything that went wrong in a browser and was not expected. */
  takeProblems(): string[]
  /** Keeps what the tabs show, as pictures. */
  savePictures(folder: string): Promise<void>
  /** The words that each tab shows below its address, for who has no pictures. */
  describeTabs(): Promise<string>
  close(): Promise<void>
}

interface DeskOptions extends ContextOptions {
  /** What was said of notifications here when the first tab opens; `denied` if not given. */
  notifications?: NotificationSetting
}

/** One person's browser. Its tabs share a profile, as on a real machine. */
export interface Desk extends WatchedContext {
  openTab(): Promise<ConsolePage>
}

/**
 * Opens a hotel at an environment that runs. `close` leaves the environment as it is. With `isWorkerLate` the script of the
 * desks' workers is on its way until somebody needs it: keeping a console takes a third of what a sign-in does.
 */
export async function openHotel<Server extends RunningServer>(
  browser: Browser,
  { kind, server, isWorkerLate }: { kind: Kind; server: Server; isWorkerLate: boolean },
): Promise<Hotel<Server>> {
  const line = await startFaultProxy(server)
  const bringWorker = isWorkerLate ? line.holdAll(({ path }) => path === WORKER) : () => undefined
  const desks: Desk[] = []
  const keepConsoles = async () => {
    bringWorker()
    await Promise.all(desks.flatMap((desk) => desk.context.pages().map((page) => waitUntilKept(page))))
  }
  return {
    kind,
    server,
    line,
    openGuest: (name) => openGuest(server.url, name),
    openGuestInNeed: (name) => openGuestInNeed(server.url, name),
    signInStaff: (username) => signInStaff(server.url, username),
    async openDesk(options) {
      const desk = createDesk(await openContext(browser, options), line.origin, options)
      desks.push(desk)
      return desk
    },
    bringWorker,
    keepConsoles,
    async goOffline() {
      await keepConsoles()
      line.cut()
      await Promise.all(desks.map((desk) => desk.context.setOffline(true)))
    },
    async goOnline() {
      line.pass()
      await Promise.all(desks.map((desk) => desk.context.setOffline(false)))
    },
    takeProblems: () => desks.flatMap((desk) => desk.takeProblems()),
    async savePictures(folder) {
      const pages = desks.flatMap((desk) => desk.context.pages())
      for (const [index, page] of pages.entries()) {
        await page.screenshot({ path: `${folder}/tab-${index + 1}.png` }).catch(() => undefined)
      }
    },
    async describeTabs() {
      const pages = desks.flatMap((desk) => desk.context.pages())
      const texts = await Promise.all(pages.map((page) => readWords(page)))
      return texts
        .map(
          (text, index) => `${pages[index]?.url() ?? ''}: ${text.replace(/\s+/g, ' ').slice(0, MOST_CHARS)}`,
        )
        .join('\n')
    },
    async close() {
      await Promise.all(desks.map((desk) => desk.context.close().catch(() => undefined)))
      await line.stop()
    },
  }
}

/** A page that was stopped, or hangs, answers nothing: it may not hide what went wrong. */
async function readWords(page: Page): Promise<string> {
  const words = page.evaluate(() => document.body.innerText).catch(() => '')
  return Promise.race([words, delay(READING_MS, '(it does not answer)', { ref: false })])
}

function createDesk(
  watched: WatchedContext,
  origin: string,
  { notifications = 'denied' }: DeskOptions = {},
): Desk {
  let isSettled = false
  return {
    ...watched,
    async openTab() {
      const page = await watched.context.newPage()
      // Nobody has said anything of notifications yet only where a journey is about that: else alerts would be offered.
      if (!isSettled) await setNotifications(page, origin, notifications)
      isSettled = true
      return new ConsolePage(page, origin)
    },
  }
}
