import type { CDPSession, Page } from 'playwright-core'
import { median } from './measure.ts'

/** A processor of a quarter's speed. */
const SLOWER = 4
/** How long a page is watched after what was done to it: what is done later is a stall as well. */
const REST_MS = 1_000
/** Room for the browser's own bars, px. */
const BARS_PX = 200
/** The longest are printed. */
const SHOWN_TASKS = 12

/** What a page did while something was done to it, ms. */
export interface SlowRun {
  /** Time of the page's own thread, by the processor's count: what others do on the machine is no part of it. */
  busy: number
  longTasks: number[]
  /** Of the slowest thing that a person did, until it was painted. */
  slowestEvent: number
  /** Of each key press and click that took 16 ms and more, until it was painted. */
  interactions: number[]
}

declare global {
  interface Window {
    slowRun: { longTasks: number[]; events: { id: number; ms: number }[] }
  }
}

/** Watches a page at a quarter of the processor's speed. */
export class SlowWatch {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async start(page: Page): Promise<SlowWatch> {
    const session = await page.context().newCDPSession(page)
    await makeRoom(session)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.evaluate(() => {
      window.slowRun = { longTasks: [], events: [] }
      // The default leaves out what takes less than 104 ms.
      const everyEvent = { type: 'event', durationThreshold: 16 }
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.slowRun.longTasks.push(Math.round(duration))
      }).observe({ type: 'longtask' })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const id: unknown = Reflect.get(entry, 'interactionId')
          const ms = Math.round(entry.duration)
          window.slowRun.events.push({ id: typeof id === 'number' ? id : 0, ms })
        }
      }).observe(everyEvent)
    })
    return new SlowWatch(page, session)
  }

  /** What the page did while something was done to it, and a moment after. */
  async during(act: () => Promise<void>): Promise<SlowRun> {
    await this.page.evaluate(() => {
      window.slowRun.longTasks = []
      window.slowRun.events = []
    })
    const before = await this.readBusy()
    await act()
    await this.page.waitForTimeout(REST_MS)
    const busy = (await this.readBusy()) - before
    const { longTasks, events } = await this.page.evaluate(() => window.slowRun)
    return {
      busy,
      longTasks,
      slowestEvent: Math.max(0, ...events.map(({ ms }) => ms)),
      interactions: listInteractions(events),
    }
  }

  /** The page at its own speed again. */
  async stop(): Promise<void> {
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await this.session.detach()
  }

  private async readBusy(): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
}

/**
 * The whole page is within its window: a window as large as the page alone cuts off as much at the bottom as its bars take,
 * and nothing that is drawn there alone, as the message box is, is ever reported as painted.
 */
async function makeRoom(session: CDPSession): Promise<void> {
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget')
  const height = (bounds.height ?? 0) + BARS_PX
  await session.send('Browser.setWindowBounds', { windowId, bounds: { height } })
}

/** A press is several events, and lasts as long as the longest of them. */
function listInteractions(events: readonly { id: number; ms: number }[]): number[] {
  const longest = new Map<number, number>()
  for (const { id, ms } of events) if (id > 0) longest.set(id, Math.max(ms, longest.get(id) ?? 0))
  return [...longest.values()]
}

/** Prints what the same cost in two chats; answers with how many times as much it was in the first. */
export function reportBeside(
  name: string,
  hostile: readonly SlowRun[],
  ordinary: readonly SlowRun[],
): number {
  reportRuns(`${name}, hostile`, hostile)
  reportRuns(`${name}, ordinary`, ordinary)
  const ratio = readBusy(hostile) / readBusy(ordinary)
  console.log(`${name}: ${ratio.toFixed(2)} times`)
  return ratio
}

/** Prints what some runs of the same cost. */
export function reportRuns(name: string, runs: readonly SlowRun[]): void {
  const tasks = runs.flatMap(({ longTasks }) => longTasks).sort((one, other) => other - one)
  const slowest = Math.max(...runs.map(({ slowestEvent }) => slowestEvent))
  console.log(
    `${name}: page busy ${readBusy(runs).toFixed(0)} ms, ${tasks.length} tasks over 50 ms in ${runs.length} runs` +
      `${tasks.length > 0 ? ` (${tasks.slice(0, SHOWN_TASKS).join(', ')})` : ''}, slowest event ${slowest} ms`,
  )
}

function readBusy(runs: readonly SlowRun[]): number {
  return median(runs.map(({ busy }) => busy))
}
