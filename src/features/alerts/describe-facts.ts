import { formatTimestamp } from '#src/domain/formatting.ts'
import type { AlertsFacts, Health } from './health.ts'

/** One thing that alerts need or that is known of them; `isGood` null: neither good nor bad. */
export interface Fact {
  name: string
  value: string
  isGood: boolean | null
}

const KINDS: Readonly<Record<string, string>> = {
  needs_help: 'a guest needed help',
  taken: 'a chat was taken',
  resolved: 'a chat was resolved',
  new_message: 'a guest wrote to you',
  test: 'a test',
}

/** What stands below the verdict, for whoever looks for the cause. */
export function listFacts(facts: AlertsFacts, health: Health, isInstalled: boolean): Fact[] {
  const { support, permission, isOffered, isSubscribed, last } = facts
  const canAsk = support === 'yes'
  return [
    {
      name: 'This environment',
      value: isOffered ? 'Sends alerts' : 'Sends no alerts',
      isGood: isOffered,
    },
    {
      name: 'Permission',
      value: canAsk ? PERMISSIONS[permission] : 'This browser takes no alerts here',
      isGood: canAsk ? (permission === 'default' ? null : permission === 'granted') : false,
    },
    {
      name: 'Subscription',
      value: describeSubscription(isSubscribed, health),
      isGood: health.kind === 'on' ? true : isSubscribed === true ? null : false,
    },
    { name: 'Bellhop', value: isInstalled ? 'Runs from its own icon' : 'Runs in the browser', isGood: null },
    {
      name: 'Last alert',
      value:
        last === null ? 'None came yet' : `${formatTimestamp(last.at)}: ${KINDS[last.kind] ?? 'an alert'}`,
      isGood: null,
    },
  ]
}

const PERMISSIONS: Record<NotificationPermission, string> = {
  granted: 'Allowed',
  denied: 'Blocked in this device’s settings',
  default: 'Not asked yet',
}

function describeSubscription(isSubscribed: boolean | null, health: Health): string {
  if (health.kind === 'others') return 'For somebody else'
  if (isSubscribed === null) return 'Looking …'
  if (!isSubscribed) return 'None'
  return health.kind === 'on' && health.isConfirmed ? 'Yours, known to the hotel' : 'Yours'
}
