import type { AlertsState } from '#src/actions/session-alerts.ts'
import type { AlertsOwner, AlertsPerson, AlertsWish, LastAlert } from '#src/db/session/alerts.ts'

/** What this browser can do. `home-screen`: only for an app on the Home Screen, as on an iPhone. */
export type AlertsSupport = 'yes' | 'home-screen' | 'no'

/** What the last look, or the last tap, came to. */
export type AlertsOutcome =
  | AlertsState
  /** The browser asked, and the user closed the question. */
  | 'unanswered'
  /** Bellhop's worker, which takes alerts, does not run. */
  | 'no-worker'
  /** This device did not do what was asked, its storage is full for example. */
  | 'failed'

/** What is known of alerts on this device. */
export interface AlertsFacts {
  support: AlertsSupport
  permission: NotificationPermission
  /** Whether the environment sends any. */
  isOffered: boolean
  /** Null: alerts are off here. */
  owner: AlertsOwner | null
  /** How this person once switched them on here; null where never, or off by their own word. */
  wish: AlertsWish | null
  /** Null until the browser was asked. */
  isSubscribed: boolean | null
  /** Null until the first look. */
  outcome: AlertsOutcome | null
  /** A look, a tap's work is under way. */
  isBusy: boolean
  last: LastAlert | null
}

/** How alerts are for one person on this device: just one of these. */
export type Health =
  | { kind: 'not-offered' }
  | { kind: 'unsupported' }
  | { kind: 'home-screen' }
  | { kind: 'blocked' }
  /** They are another person's, or this person's in another environment. */
  | { kind: 'others'; owner: AlertsOwner; isOtherEnvironment: boolean; isOtherPerson: boolean }
  | { kind: 'checking' }
  | { kind: 'on'; isConfirmed: boolean }
  /** On here, but the environment has not heard of it. */
  | { kind: 'unreachable' }
  | { kind: 'no-worker' }
  | { kind: 'no-push-service' }
  | { kind: 'refused' }
  | { kind: 'failed' }
  | { kind: 'off'; isUnanswered: boolean }

/** Says how alerts are for `me`, the most hopeless cause first: what can't be helped is not asked about. */
export function evaluateHealth(facts: AlertsFacts, me: AlertsPerson): Health {
  const { support, permission, isOffered, owner } = facts
  if (!isOffered) return { kind: 'not-offered' }
  if (support === 'home-screen') return { kind: 'home-screen' }
  if (support === 'no') return { kind: 'unsupported' }
  if (permission === 'denied') return { kind: 'blocked' }
  if (owner === null) return evaluateOff(facts)
  const isOtherEnvironment = owner.origin !== me.origin
  const isOtherPerson = owner.userId !== me.userId
  if (isOtherEnvironment || isOtherPerson) return { kind: 'others', owner, isOtherEnvironment, isOtherPerson }
  // The browser forgot what the user allowed: asking again needs a tap.
  if (permission === 'default') return { kind: 'off', isUnanswered: facts.outcome === 'unanswered' }
  return evaluateOwn(facts)
}

/** Whether their person should hear that alerts, which they wanted, do not work any more. */
export function hasStopped(health: Health, { wish, isBusy }: AlertsFacts): boolean {
  if (wish === null || isBusy) return false
  switch (health.kind) {
    // The last three pass by themselves, or are no news by the time that they are read.
    case 'on':
    case 'checking':
    case 'unreachable':
    case 'no-worker':
    case 'failed':
      return false
    default:
      return true
  }
}

/** Whether a tap may switch alerts on here. */
export function canTurnOn({ kind }: Health): boolean {
  return ['off', 'others', 'no-push-service', 'refused', 'no-worker', 'failed'].includes(kind)
}

function evaluateOff({ outcome, isBusy }: AlertsFacts): Health {
  switch (outcome) {
    case 'blocked':
    case 'no-push-service':
    case 'refused':
    case 'no-worker':
    case 'failed':
      return { kind: outcome }
    case null:
      return isBusy ? { kind: 'checking' } : { kind: 'off', isUnanswered: false }
    default:
      return { kind: 'off', isUnanswered: outcome === 'unanswered' }
  }
}

function evaluateOwn({ outcome, isSubscribed, isBusy }: AlertsFacts): Health {
  switch (outcome) {
    case 'on':
      return { kind: 'on', isConfirmed: true }
    case 'blocked':
    case 'unreachable':
    case 'no-push-service':
    case 'refused':
    case 'no-worker':
    case 'failed':
      return { kind: outcome }
    default:
      if (isSubscribed === true) return { kind: 'on', isConfirmed: false }
      // Without a line nothing was looked at yet.
      return isBusy || isSubscribed === null ? { kind: 'checking' } : { kind: 'unreachable' }
  }
}
