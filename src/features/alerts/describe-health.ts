import type { AlertsOwner } from '#src/db/session/alerts.ts'
import { isBlankName, isolateName } from '#src/domain/guests/name.ts'
import type { AlertsFacts, Health } from './health.ts'

/** How alerts are, in words; `tone` picks the colour, and the words say the same. */
export interface HealthWords {
  tone: 'good' | 'plain' | 'warning' | 'bad'
  title: string
  text: string
}

/** `nameEnvironment`: what an environment's origin is called. */
export function describeHealth(
  health: Health,
  facts: AlertsFacts,
  nameEnvironment: (origin: string) => string,
): HealthWords {
  switch (health.kind) {
    case 'on':
      return {
        tone: 'good',
        title: 'Alerts are on',
        text: health.isConfirmed
          ? 'This device is told when a guest needs help, also while Bellhop is closed.'
          : 'This device is set up for alerts. The hotel is asked about it once there is a connection.',
      }
    case 'checking':
      return { tone: 'plain', title: 'Looking …', text: 'Whether alerts reach this device is being checked.' }
    case 'off':
      return describeOff(facts, health.isUnanswered)
    case 'others':
      return describeOthers(health.owner, health, nameEnvironment)
    case 'unreachable':
      return {
        tone: 'warning',
        title: 'The hotel does not know yet',
        text: 'It can’t be reached now. Alerts are set up by themselves when the connection is back.',
      }
    case 'blocked':
      return {
        tone: 'bad',
        title: 'Alerts are blocked',
        text: 'This device does not let Bellhop show notifications. Only you can change that, in its settings.',
      }
    default:
      return describeHopeless(health)
  }
}

function describeOff({ permission, wish }: AlertsFacts, isUnanswered: boolean): HealthWords {
  const title = 'Alerts are off'
  if (isUnanswered) {
    const text =
      'The browser’s question was closed without an answer. Turn alerts on again, then choose “Allow”.'
    return { tone: 'warning', title, text }
  }
  if (wish !== null && permission === 'default') {
    const text =
      'The browser no longer knows that they are allowed here. It asks again when you turn them on.'
    return { tone: 'warning', title, text }
  }
  const asks = permission === 'default' ? ' Your browser asks for permission next.' : ''
  const text = `Turned on, this device tells you when a guest needs help, also while Bellhop is closed.${asks}`
  return { tone: 'plain', title, text }
}

function describeOthers(
  { origin, userName }: AlertsOwner,
  { isOtherEnvironment, isOtherPerson }: { isOtherEnvironment: boolean; isOtherPerson: boolean },
  nameEnvironment: (origin: string) => string,
): HealthWords {
  const whose = isOtherPerson ? nameOwner(userName) : 'you'
  const where = isOtherEnvironment ? ` in ${nameEnvironment(origin)}` : ''
  return {
    tone: 'warning',
    title: isOtherPerson ? 'Alerts here are somebody else’s' : 'Alerts here are for another environment',
    text: `This device’s alerts are for ${whose}${where}. It can take those of one person in one environment: turn them on here and they end there.`,
  }
}

function describeHopeless(health: Health): HealthWords {
  switch (health.kind) {
    case 'not-offered':
      return {
        tone: 'plain',
        title: 'This environment sends no alerts',
        text: 'While Bellhop is open, its sound and the tab’s title tell you when a guest needs help.',
      }
    case 'home-screen':
      return {
        tone: 'warning',
        title: 'Alerts need Bellhop on the Home Screen',
        text: 'On an iPhone or iPad, alerts reach only apps on the Home Screen. Put Bellhop there, open it from there and turn alerts on.',
      }
    case 'no-worker':
      return {
        tone: 'warning',
        title: 'Bellhop is not kept on this device yet',
        text: 'What takes alerts is not running. Reload the page with a connection; in a private window it never does.',
      }
    case 'no-push-service':
      return {
        tone: 'bad',
        title: 'No push service',
        text: 'The browser can’t reach its push service. Some networks block it: try mobile data, or ask who runs the hotel’s network.',
      }
    case 'refused':
      return {
        tone: 'bad',
        title: 'The hotel does not take this browser',
        text: 'The environment refuses this browser’s push service. Try another browser on this device.',
      }
    case 'failed':
      return {
        tone: 'bad',
        title: 'This device could not do it',
        text: 'Try again. If it goes on, free some storage and reload the page.',
      }
    default:
      return {
        tone: 'warning',
        title: 'This browser takes no alerts',
        text: 'It can’t receive pushes. An up-to-date Chrome, Edge, Firefox or Safari can.',
      }
  }
}

/** What the quiet line says when alerts that were on have stopped; `way`: what helps. */
export function describeStopped(
  health: Health,
  { permission }: AlertsFacts,
): { text: string; way: 'turn-on' | 'show' } {
  switch (health.kind) {
    case 'off':
      return permission === 'granted'
        ? { text: 'Your alerts on this device ended when you left.', way: 'turn-on' }
        : { text: 'Alerts stopped: the browser no longer knows that they are allowed.', way: 'turn-on' }
    case 'blocked':
      return { text: 'Alerts stopped: this device blocks Bellhop’s notifications.', way: 'show' }
    case 'others':
      return { text: `This device’s alerts are for ${describeNewOwner(health)} now.`, way: 'show' }
    case 'not-offered':
      return { text: 'Alerts stopped: this environment sends none any more.', way: 'show' }
    case 'refused':
      return { text: 'Alerts stopped: the hotel does not take this browser’s push service.', way: 'show' }
    default:
      return { text: 'Alerts no longer reach this device.', way: 'show' }
  }
}

function describeNewOwner({ owner, isOtherPerson }: Extract<Health, { kind: 'others' }>): string {
  return isOtherPerson ? nameOwner(owner.userName) : 'another environment'
}

function nameOwner(userName: string): string {
  return isBlankName(userName) ? 'another person' : isolateName(userName)
}
