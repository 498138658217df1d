import { forgetAlerts } from '#src/actions/forget-alerts.ts'
import {
  checkAlerts,
  turnOffAlerts,
  turnOnAlerts,
  type AlertsCall,
  type PushBrowser,
} from '#src/actions/session-alerts.ts'
import { askForTestAlert, type TestOutcome } from '#src/actions/session-test-alert.ts'
import { readAlertsOwner, readAlertsWish, readLastAlert, type AlertsPerson } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { observeSession } from '#src/db/session/observe.ts'
import { logger } from '#src/lib/logger.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import type { AlertsFacts, AlertsOutcome, AlertsSupport } from './health.ts'

/** The browser's side of alerts, so that they can be tried without one. */
export interface AlertsBrowser {
  support: AlertsSupport
  readPermission(): NotificationPermission
  /** Asks where nobody has answered yet: to be called within a tap, before anything is awaited. */
  askPermission(): Promise<NotificationPermission>
  /** Calls back when it may have changed, in the browser's settings for example. Returns how to stop. */
  watchPermission(onChange: () => void): () => void
  /** What subscribes; null where Bellhop's worker does not run. */
  openPush(): Promise<PushBrowser | null>
}

export interface AlertsControllerDeps {
  sessionDb: SessionDatabase
  me: AlertsPerson
  browser: AlertsBrowser
  targetOf: AlertsCall['targetOf']
  /** Whether the environment announced push, now. */
  isOffered(): boolean
  /** Whether there is a line: without one nothing is looked at. */
  isLive(): boolean
  /** Calls back when either may have changed. Returns how to stop. */
  watchEnvironment(onChange: () => void): () => void
}

/** This device's alerts, for whoever is signed in: what is known of them, and what can be done. */
export interface AlertsController {
  me: AlertsPerson
  facts: Store<AlertsFacts>
  /** Looks at them now and goes on looking (W4). Returns how to stop; whoever shows them starts it. */
  start(): () => void
  /** Looks once more. */
  check(): Promise<void>
  /** Within a tap: the browser may ask its question (W4). Names are hidden as they were before, unless it is said. */
  turnOn(hideNames?: boolean): Promise<void>
  /** Off, by their person's own word. */
  turnOff(): Promise<void>
  /** They need not be told that alerts are off. */
  forget(): Promise<void>
  sendTest(): Promise<TestOutcome>
}

/** How long the environment is waited for. */
const CALL_MS = 20_000

/** Where no worker runs there is no subscription either. */
const NO_PUSH: PushBrowser = {
  getSubscription: () => Promise.resolve(null),
  subscribe: () => Promise.reject(new DOMException('no worker runs', 'AbortError')),
  permissionState: () => Promise.resolve('denied'),
}

export function createAlertsController(deps: AlertsControllerDeps): AlertsController {
  const { sessionDb, me, browser } = deps
  const facts = createStore<AlertsFacts>({
    support: browser.support,
    permission: browser.readPermission(),
    isOffered: deps.isOffered(),
    owner: null,
    wish: null,
    isSubscribed: null,
    outcome: null,
    isBusy: true,
    last: null,
  })
  const patch = (fields: Partial<AlertsFacts>) => facts.set({ ...facts.get(), ...fields })
  let starts = 0
  let stop: () => void = () => undefined
  let waiting = 0
  /** One work after another: two at once would take each other's subscription away. */
  let queue = Promise.resolve()

  function readStored() {
    return Promise.all([readAlertsOwner(sessionDb), readAlertsWish(sessionDb, me), readLastAlert(sessionDb)])
  }

  async function refresh(fields: Partial<AlertsFacts> = {}): Promise<void> {
    const [owner, wish, last] = await readStored()
    const push = await browser.openPush()
    const isSubscribed = push !== null && (await push.getSubscription()) !== null
    patch({ owner, wish, last, isSubscribed, permission: browser.readPermission(), ...fields })
  }

  /** Notes what `work` came to, in its turn. */
  function run(work: () => Promise<AlertsOutcome | null>): Promise<void> {
    waiting += 1
    patch({ isBusy: true })
    queue = queue
      .then(work)
      .then((outcome) => refresh({ outcome }))
      .catch((error: unknown) => {
        logger.warn('alerts could not be looked at', { error: String(error) })
        patch({ outcome: 'failed' })
      })
      .then(() => {
        waiting -= 1
        patch({ isBusy: waiting > 0 })
      })
    return queue
  }

  function openCall(push: PushBrowser): AlertsCall {
    return { sessionDb, browser: push, targetOf: deps.targetOf, signal: AbortSignal.timeout(CALL_MS) }
  }

  async function look(): Promise<AlertsOutcome | null> {
    if (browser.support !== 'yes' || !deps.isLive()) return facts.get().outcome
    const before = facts.get().outcome
    const push = await browser.openPush()
    if (push === null) return (await readAlertsOwner(sessionDb)) === null ? before : 'no-worker'
    const state = await checkAlerts(openCall(push))
    // Why the last tap came to nothing stands until the next one.
    return state === 'off' ? before : state
  }

  function watch(): () => void {
    const onPermission = () => {
      if (browser.readPermission() === facts.get().permission) return
      // What was found under the former one says nothing any more.
      patch({ permission: browser.readPermission(), outcome: null })
      void run(look)
    }
    let wasLive = deps.isLive()
    const onEnvironment = () => {
      const { outcome, isOffered } = facts.get()
      const hasChanged = deps.isOffered() !== isOffered
      const isDue = deps.isLive() && !wasLive && (outcome === null || outcome === 'unreachable')
      wasLive = deps.isLive()
      if (hasChanged) patch({ isOffered: deps.isOffered() })
      if (hasChanged || isDue) void run(look)
    }
    const stops = [
      browser.watchPermission(onPermission),
      deps.watchEnvironment(onEnvironment),
      // Another tab, or the worker that took an alert.
      observeSession(readStored, ([owner, wish, last]) => patch({ owner, wish, last })),
    ]
    void run(look)
    return () => stops.forEach((end) => end())
  }

  return {
    me,
    facts,
    start() {
      starts += 1
      if (starts === 1) stop = watch()
      let hasStopped = false
      return () => {
        if (hasStopped) return
        hasStopped = true
        starts -= 1
        if (starts === 0) stop()
      }
    },
    check: () => run(look),
    turnOn(hideNames = facts.get().wish?.hideNames ?? false) {
      // Before anything is awaited: a browser asks its question only close to a tap.
      const asked = browser.askPermission()
      return run(async () => {
        const permission = await asked
        if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'unanswered'
        const push = await browser.openPush()
        return push === null ? 'no-worker' : turnOnAlerts(openCall(push), me.origin, { hideNames })
      })
    },
    turnOff: () =>
      run(async () => {
        await forgetAlerts(sessionDb, me)
        await turnOffAlerts(openCall((await browser.openPush()) ?? NO_PUSH))
        return 'off'
      }),
    forget: () => forgetAlerts(sessionDb, me),
    sendTest: () => askForTestAlert(sessionDb, deps.targetOf(me.origin), AbortSignal.timeout(CALL_MS)),
  }
}
