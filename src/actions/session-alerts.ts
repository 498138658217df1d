import { ApiError } from '#src/api/errors.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { deleteSubscription, putSubscription } from '#src/api/push.ts'
import {
  readAlertsOwner,
  readAlertsSession,
  storeAlertsOwner,
  storeAlertsWish,
  type AlertsOwner,
} from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { isLive, readCapabilities, type LiveSession } from '#src/db/session/sessions.ts'
import { openLiveSession } from './session-calls.ts'

/** What became of this device's alerts. */
export type AlertsState =
  | 'on'
  | 'off'
  /** Nobody is signed in for whom they could be on. */
  | 'signed-out'
  /** This environment sends none. */
  | 'not-offered'
  /** The person or the browser's settings do not let them. */
  | 'blocked'
  /** The browser's push service can't be reached, or there is none. */
  | 'no-push-service'
  /** The environment can't be reached now; the next start tries again. */
  | 'unreachable'
  /** The environment does not take this browser's push service. */
  | 'refused'

/** What subscribes: `registration.pushManager`, in a page or in the worker. */
export type PushBrowser = Pick<PushManager, 'getSubscription' | 'subscribe' | 'permissionState'>

export interface AlertsCall {
  sessionDb: SessionDatabase
  browser: PushBrowser
  /** Where the calls of an environment go. */
  targetOf: (origin: string) => ApiTarget
  signal: AbortSignal
}

/** Every push shows something (W3): browsers take no other. */
const VISIBLE_ONLY = { userVisibleOnly: true }

/**
 * Switches alerts on for whoever is signed in at `origin`, after their tap: the browser asks for its permission. What
 * another user or environment had on this device ends (W4).
 */
export async function turnOnAlerts(
  call: AlertsCall,
  origin: string,
  { hideNames }: { hideNames: boolean },
): Promise<AlertsState> {
  const { sessionDb, browser } = call
  const session = await sessionDb.sessions.get(origin)
  if (!isLive(session)) return 'signed-out'
  const owner = await readAlertsOwner(sessionDb)
  const isAnother = owner !== null && (owner.origin !== origin || owner.userId !== session.user.id)
  if (isAnother) await endSubscription(browser)
  const { id: userId, name: userName } = session.user
  await storeAlertsOwner(sessionDb, { origin, userId, userName, hideNames })
  const state = await putOwn(call, session, hideNames)
  // What can't be is not on; what only can't be reached now is put at the next start.
  if (state !== 'on' && state !== 'unreachable') await turnOffAlerts(call)
  else await storeAlertsWish(sessionDb, { origin, userId }, { hideNames })
  return state
}

/**
 * Looks at each start, and when the browser changed the subscription, whether alerts are as they were left, and renews
 * them (W4). What belongs to somebody who is not signed in any more ends. Nobody is asked for anything: without the
 * browser's permission it is `blocked`.
 */
export async function checkAlerts(call: AlertsCall): Promise<AlertsState> {
  const { sessionDb, browser } = call
  const owner = await readAlertsOwner(sessionDb)
  if (owner === null) return 'off'
  const session = await readAlertsSession(sessionDb)
  if (session === null) {
    await endSubscription(browser)
    return 'signed-out'
  }
  // To subscribe without it would ask for it.
  if ((await browser.permissionState(VISIBLE_ONLY)) !== 'granted') return 'blocked'
  return putOwn(call, session, owner.hideNames)
}

/**
 * Ends alerts if they are what `isOver` names: at sign-out those of the person who leaves, before another environment
 * those of all others (D8, W4).
 */
export async function leaveAlerts(call: AlertsCall, isOver: (owner: AlertsOwner) => boolean): Promise<void> {
  const owner = await readAlertsOwner(call.sessionDb)
  if (owner !== null && isOver(owner)) await turnOffAlerts(call)
}

/** Switches alerts off: at sign-out, before another environment, or because their person wants so (W4, D8). */
export async function turnOffAlerts({ sessionDb, browser, targetOf, signal }: AlertsCall): Promise<void> {
  const session = await readAlertsSession(sessionDb)
  await storeAlertsOwner(sessionDb, null)
  const endpoint = await endSubscription(browser)
  if (session === null || endpoint === null) return
  const capabilities = await readCapabilities(sessionDb, session.origin)
  if (!capabilities?.push) return
  const api = openLiveSession(sessionDb, targetOf(session.origin), session, capabilities)
  // Best effort: the push service tells the environment as well, at its next push (404 or 410).
  await deleteSubscription(api, endpoint, signal).catch(passApiError)
}

/** Ends what the browser has; gives its endpoint, null where there was none. */
export async function endSubscription(browser: Pick<PushBrowser, 'getSubscription'>): Promise<string | null> {
  const subscription = await browser.getSubscription()
  if (subscription === null) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}

async function putOwn(
  { sessionDb, browser, targetOf, signal }: AlertsCall,
  session: LiveSession,
  hideNames: boolean,
): Promise<AlertsState> {
  const capabilities = await readCapabilities(sessionDb, session.origin)
  if (!capabilities?.push) return 'not-offered'
  const subscription = await subscribe(browser, capabilities.push.publicKey)
  if (typeof subscription === 'string') return subscription
  const { endpoint, expirationTime = null, keys } = subscription.toJSON()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) {
    return 'no-push-service'
  }
  const api = openLiveSession(sessionDb, targetOf(session.origin), session, capabilities)
  const own = { p256dh: keys['p256dh'], auth: keys['auth'] }
  const environment = session.origin
  try {
    await putSubscription(api, { endpoint, expirationTime, keys: own, environment, hideNames }, signal)
    return 'on'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.failure.kind === 'unauthorized') return 'signed-out'
    return error.failure.kind === 'refused' ? 'refused' : 'unreachable'
  }
}

/** What there is, where it is for this environment's key; a new one otherwise. */
async function subscribe(
  browser: PushBrowser,
  publicKey: string,
): Promise<PushSubscription | 'blocked' | 'no-push-service'> {
  const present = await browser.getSubscription()
  if (present !== null) {
    if (isForKey(present, publicKey)) return present
    await present.unsubscribe()
  }
  try {
    return await browser.subscribe({ ...VISIBLE_ONLY, applicationServerKey: publicKey })
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'blocked' : 'no-push-service'
  }
}

function isForKey({ options }: PushSubscription, publicKey: string): boolean {
  // Some browsers do not say for which key it was made: putting it again is harmless.
  if (!options.applicationServerKey) return true
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

function passApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
