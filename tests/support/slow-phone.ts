import { PHONE } from './chromium.ts'
import { ConsolePage } from './console-page.ts'
import type { Hotel } from './hotel.ts'
import { setNotifications } from './notifications.ts'
import type { PushEndpoint } from './push-endpoint.ts'
import { openPushProfile, type PushProfile } from './push-page.ts'
import { startWeakLine, type Weakness } from './weak-line.ts'
import { watchWorker, type WorkerWatch } from './worker-watch.ts'

/** What measures of mobile pages take a middling phone for: a processor of a quarter's speed, 1.6 Mbit/s, 150 ms. */
const SLOWER = 4
const MOBILE: Weakness = { bitsPerSecond: 1_600_000, delayMs: 150, faultyShare: 0, seed: 1 }

/** An agent's phone: its screen, a finger, a slow processor and, from `slowDown` on, a slow line to the hotel. */
export interface SlowPhone {
  push: PushProfile
  slowDown(): void
  openTab(): Promise<ConsolePage>
  /** What came to the device is given to its worker, which no page of the console need be there for. */
  deliver(kind: string): Promise<void>
  /** Its worker, which runs once a console was open. */
  watchWorker(): Promise<WorkerWatch>
  /** What the hotel's `close` does not know of. */
  stop(): Promise<void>
}

/** Nobody has said anything of notifications on it yet. */
export async function openSlowPhone(hotel: Hotel, service: PushEndpoint): Promise<SlowPhone> {
  const line = await startWeakLine(Number(new URL(hotel.line.origin).port))
  const { context } = await hotel.openDesk({ viewport: PHONE, permissions: ['background-sync'] })
  const push = await openPushProfile(context, service, line.origin)
  let isAsked = false
  return {
    push,
    slowDown: () => line.weaken(MOBILE),
    async openTab() {
      const page = await context.newPage()
      if (!isAsked) await setNotifications(page, line.origin, 'prompt')
      isAsked = true
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      return new ConsolePage(page, line.origin)
    },
    async deliver(kind) {
      const empty = await context.newPage()
      await push.deliver(empty, kind)
      await empty.close()
    },
    watchWorker: () => watchWorker(context),
    stop: () => line.stop(),
  }
}
