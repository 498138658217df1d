import type { Log } from '../log.ts'
import type { Pulse } from '../pulse.ts'
import type { Settings } from '../settings-types.ts'
import type { SecretBox } from '../store/secrets/secret-box.ts'
import type { Store } from '../store/store.ts'
import { createPushRunner, type PushRunner, type PushRunnerOptions } from './push-runner.ts'
import { resolveByNameServers, type AddressPolicy, type ResolveNames } from './resolve-host.ts'
import { readVapidKeys } from './vapid-keys.ts'

/** Web Push of a running server. */
export interface PushService {
  /** `capabilities.push.publicKey`. */
  publicKey: string
  /** Which endpoints are taken (CONTRACT section 2). */
  addresses: AddressPolicy
  runner: PushRunner
  /** Whom push services can ask, as `mailto:` or `https:`. */
  subject: string
}

/** What only tests and embedders set. */
export interface PushOptions {
  /** Certificates of push services to trust, in PEM, in place of the system's. */
  ca?: string
  resolveNames?: ResolveNames
  readNow?: PushRunnerOptions['readNow']
}

/** Stands where nobody said who answers for this environment: a name that can't be anybody's (RFC 2606). */
const NO_CONTACT = 'mailto:push@bellhop.invalid'

/**
 * Web Push as the settings want it, not yet running; null where it is switched off or the environment has the
 * specification alone.
 */
export async function preparePush(
  settings: Settings,
  {
    store,
    secrets,
    log,
    pulse,
    options = {},
  }: { store: Store; secrets: SecretBox; log: Log; pulse: Pulse; options?: PushOptions | undefined },
): Promise<PushService | null> {
  if (settings.push === 'off' || settings.capabilities === 'none') return null
  const keys = await readVapidKeys(store.db, secrets)
  const subject = chooseSubject(settings)
  const addresses: AddressPolicy = {
    canLoopback: settings.pushAllowLoopback,
    resolveNames: options.resolveNames ?? resolveByNameServers,
  }
  const runner = createPushRunner({
    store,
    log,
    pulse,
    sender: { keys, subject, addresses, ca: options.ca },
    hotelTimeZone: settings.hotelTimeZone,
    readNow: options.readNow,
  })
  return { publicKey: keys.publicKey, addresses, runner, subject }
}

/** Says once the server listens: a start that fails ends with one line, and it is its reason (CONTRACT section 9). */
export function reportContact(push: PushService | null, log: Log): void {
  if (push?.subject !== NO_CONTACT) return
  log.info('pushes name nobody to ask: set VAPID_SUBJECT', { subject: push.subject })
}

/** VAPID_SUBJECT, else the address from which mail is sent. */
function chooseSubject({ vapidSubject, mailFrom }: Settings): string {
  if (vapidSubject !== null) return vapidSubject
  const address = /[^\s<>@]+@[^\s<>@]+/.exec(mailFrom ?? '')?.[0]
  return address === undefined ? NO_CONTACT : `mailto:${address}`
}
