import type { BrowserContext, CDPSession } from 'playwright-core'
import { isAddTicket, isResolve, isSend, isTakeover } from '#tests/support/calls.ts'
import { openContext, type WatchedContext } from '#tests/support/chromium.ts'
import { ConsolePage, waitUntilKept } from '#tests/support/console-page.ts'
import { startFaultProxy, type FaultProxy, type SeenRequest } from '#tests/support/fault-proxy.ts'
import { WORKER } from '#tests/support/hotel.ts'
import { setNotifications } from '#tests/support/notifications.ts'
import { stopWorkers } from '#tests/support/stop-workers.ts'
import { startWeakLine, type WeakLine } from '#tests/support/weak-line.ts'
import { attempt } from './attempt.ts'
import type { House } from './house.ts'
import { needsWorker, type LineStep, type ReplyStep, type Step, type TabIndex } from './steps.ts'

/** A cellar's line: of its new connections one in eight breaks or stalls. */
const SLOW = { bitsPerSecond: 400_000, delayMs: 400, faultyShare: 0.125 }
const RETRY_AFTER_S = '1'
const OPENING_MS = 8_000
const TELLING_MS = 2_000

/** One person's browser, with a line of its own to the hotel, both of which can fail. */
export class Device {
  readonly context: BrowserContext
  readonly line: FaultProxy
  readonly tabs: [ConsolePage | null, ConsolePage | null] = [null, null]
  readonly #watched: WatchedContext
  readonly #weak: WeakLine | null
  readonly #isKept: boolean
  /** What ends the faults of calls that are under way. */
  readonly #ends: (() => void)[] = []
  #quota: CDPSession | null = null

  private constructor(watched: WatchedContext, line: FaultProxy, weak: WeakLine | null, isKept: boolean) {
    this.#watched = watched
    this.#isKept = isKept
    this.context = watched.context
    this.line = line
    this.#weak = weak
  }

  /** A browser profile in which nobody has been yet. `steps`: what is to happen to it. */
  static async open({ browser, server }: House, steps: readonly Step[]): Promise<Device> {
    const line = await startFaultProxy(server)
    const isSlow = steps.some(({ type }) => type === 'slow')
    const weak = isSlow ? await startWeakLine(Number(new URL(line.origin).port)) : null
    const watched = await openContext(browser, { permissions: ['background-sync'] })
    await watched.context.addInitScript(letHide)
    const isKept = needsWorker(steps)
    if (!isKept) line.holdAll(({ path }) => path === WORKER)
    return new Device(watched, line, weak, isKept)
  }

  /** What the browser opens. */
  get origin(): string {
    return this.#weak?.origin ?? this.line.origin
  }

  /** Opens the first tab and signs in; where a worker is needed the console has kept itself on the device then. */
  async begin(username: string): Promise<void> {
    const page = await this.context.newPage()
    await setNotifications(page, this.origin, 'denied')
    const tab = new ConsolePage(page, this.origin)
    this.tabs[0] = this.#watchTab(tab, 0)
    await tab.signIn(username)
    if (this.#isKept) await waitUntilKept(page)
  }

  /** The tab that is asked for, else the other one; null where both are gone. */
  find(index: TabIndex): ConsolePage | null {
    return this.tabs[index] ?? this.tabs[0] ?? this.tabs[1]
  }

  /** Opens a tab where there is none; what the line does to it is not waited for. */
  async openTab(index: TabIndex, path = '/messenger'): Promise<ConsolePage> {
    const known = this.tabs[index]
    if (known) return known
    const tab = new ConsolePage(await this.context.newPage(), this.origin)
    this.tabs[index] = this.#watchTab(tab, index)
    await tab.page
      .goto(this.origin + path, { waitUntil: 'commit', timeout: OPENING_MS })
      .catch(() => undefined)
    return tab
  }

  async closeTab(index: TabIndex): Promise<void> {
    const tab = this.tabs[index]
    this.tabs[index] = null
    await tab?.page.close().catch(() => undefined)
  }

  /** The renderer ends in the middle of whatever it does; whoever sees that opens the same address again. */
  async crash(asked: TabIndex): Promise<void> {
    const tab = this.find(asked)
    if (!tab) throw new Error('no tab is open')
    const index = this.tabs[1] === tab ? 1 : 0
    const { pathname, search } = new URL(tab.page.url())
    const crashed = tab.page.waitForEvent('crash', { timeout: OPENING_MS }).catch(() => undefined)
    const session = await this.context.newCDPSession(tab.page)
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await this.openTab(index, pathname + search)
  }

  async stopWorker(): Promise<void> {
    const tab = this.find(0)
    if (tab) await stopWorkers(tab.page)
  }

  /** For as long as the tab is there, or `restoreQuota` is called, nothing more can be stored. */
  async fill(index: TabIndex): Promise<void> {
    const tab = this.find(index)
    if (!tab || this.#quota) return
    this.#quota = await this.context.newCDPSession(tab.page)
    await this.#quota.send('Storage.overrideQuotaForOrigin', { origin: this.origin, quotaSize: 1 })
  }

  async restoreQuota(): Promise<void> {
    const session = this.#quota
    this.#quota = null
    await session?.send('Storage.overrideQuotaForOrigin', { origin: this.origin }).catch(() => undefined)
    await session?.detach().catch(() => undefined)
  }

  async setHidden(index: TabIndex, isHidden: boolean): Promise<void> {
    await this.tabs[index]?.page.evaluate(hide, isHidden).catch(() => undefined)
  }

  /** Changes the line; until it is healed it stays so. */
  async breakLine(step: LineStep): Promise<void> {
    switch (step.type) {
      case 'cut':
        return this.line.cut()
      case 'offline':
        this.line.cut()
        return this.#setOffline(true)
      case 'stall':
        return this.line.stall()
      case 'portal':
        return this.line.showPortal()
      case 'errors':
        return void this.#ends.push(this.line.answerAll(isCall, 500, '{"error":"internal"}'))
      case 'busy':
        return void this.#ends.push(
          this.line.answerAll(isWrite, 503, '{"error":"unavailable"}', { 'retry-after': RETRY_AFTER_S }),
        )
      case 'slow':
        return this.#weak?.weaken({ ...SLOW, seed: step.seed })
    }
  }

  async heal(): Promise<void> {
    for (const end of this.#ends.splice(0)) end()
    this.#weak?.weaken(null)
    this.line.pass()
    await this.#setOffline(false)
  }

  /** The next writes arrive, and something becomes of their answers. */
  breakReplies(step: ReplyStep): void {
    let isOver = false
    this.#ends.push(() => (isOver = true))
    const matches = (request: SeenRequest) => !isOver && isWrite(request)
    if (step.type === 'lose') this.line.loseReplies(matches, step.times)
    else if (step.type === 'swallow') this.line.swallowReply(matches)
    else void this.line.holdNext(matches).then((held) => held.withholdReply())
  }

  /** What went wrong in its pages so far; reading it clears it. */
  takeProblems(): string[] {
    return this.#watched.takeProblems()
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => undefined)
    await this.#weak?.stop()
    await this.line.stop()
  }

  /** Pages are told first. A worker that was stopped at that moment never answers: it is told when it starts again. */
  #setOffline(isOffline: boolean): Promise<void> {
    return attempt(() => this.context.setOffline(isOffline), undefined, TELLING_MS)
  }

  #watchTab(tab: ConsolePage, index: TabIndex): ConsolePage {
    const forget = () => {
      if (this.tabs[index] === tab) this.tabs[index] = null
    }
    tab.page.on('crash', () => {
      forget()
      void tab.page.close().catch(() => undefined)
    })
    tab.page.on('close', forget)
    return tab
  }
}

function isCall({ path }: SeenRequest): boolean {
  return path.startsWith('/api/')
}

function isWrite(request: SeenRequest): boolean {
  const { path } = request
  const isOther = path.startsWith('/api/takeover/play/') || path.startsWith('/api/takeover/upload/')
  return isSend(request) || isTakeover(request) || isResolve(request) || isAddTicket(request) || isOther
}

/** A headless browser's pages are all visible: this makes one say that it is not. Runs in the page, before its own code. */
function letHide(): void {
  const state = { isHidden: false }
  Object.defineProperty(Document.prototype, 'visibilityState', {
    get: () => (state.isHidden ? 'hidden' : 'visible'),
  })
  Object.defineProperty(Document.prototype, 'hidden', { get: () => state.isHidden })
  window.addEventListener('hide-for-test', (event) => {
    const isHidden = event instanceof CustomEvent && event.detail === true
    if (state.isHidden === isHidden) return
    state.isHidden = isHidden
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Runs in the page. */
function hide(isHidden: boolean): void {
  window.dispatchEvent(new CustomEvent('hide-for-test', { detail: isHidden }))
}
