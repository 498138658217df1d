import { uploadByFetch } from '#src/api/uploads.ts'
import { fetchCapabilities } from '#src/api/capabilities.ts'
import { signIn as callSignIn } from '#src/api/auth.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'
import { readLane, readOperations } from '#src/db/outbox/operations.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { SyncContext } from '#src/sync/context.ts'
import { flushOutbox, recoverOrphans, type FlushResult } from '#src/sync/outbox/flush.ts'
import { pullToEnd } from '#src/sync/pull.ts'
import { refreshAll } from '#src/sync/refresh.ts'
import { createFaultFetch, type FaultFetch } from './fault-fetch.ts'
import { ALL_CAPABILITIES, createClock, openDevice, type LocalDevice, type ManualClock } from './local.ts'
import { TEST_PASSWORD, type TestServer } from './test-server.ts'

/** A console without its screen: databases, line and engine parts, each moved by the test's hand. */
export interface Desk extends LocalDevice {
  line: FaultFetch
  clock: ManualClock
  context: SyncContext
  /** How often a call met the environment's 401. */
  unauthorized(): number
  /** Brings the mirror up to date, as the environment allows. */
  sync(): Promise<void>
  flush(): Promise<FlushResult>
  /** Flushes, moves the clock to the next due time, and again: until nothing is due within `withinMs`. */
  flushUntilIdle(withinMs?: number): Promise<void>
  operations(): Promise<Operation[]>
  lane(chatId: string): Promise<Operation[]>
  setCapabilities(capabilities: Capabilities): void
  setLineUp(isUp: boolean): void
}

/** A desk on a scripted environment: `inner` answers what the line lets pass. */
export async function openDesk(
  inner: typeof fetch,
  given: Parameters<typeof openDevice>[0] & { clock?: ManualClock; capabilities?: Capabilities } = {},
): Promise<Desk> {
  const clock = given.clock ?? createClock()
  const device = await openDevice({ now: clock.now(), ...given })
  return makeDesk(device, createFaultFetch(inner), clock, given.capabilities ?? ALL_CAPABILITIES)
}

/** A desk at a real environment, signed in as one of its test users. The clock starts at the machine's time. */
export async function openDeskAt(
  server: Pick<TestServer, 'url'>,
  username: string,
  options?: LocalDevice['options'],
): Promise<Desk> {
  const { capabilities, user, token } = await signInOnce(server, username)
  const clock = createClock(Date.now())
  const device = await openDevice({
    origin: server.url,
    user,
    token,
    now: clock.now(),
    ...(options ? { options } : {}),
  })
  return makeDesk(device, createFaultFetch(), clock, capabilities)
}

type SignedIn = Awaited<ReturnType<typeof callSignIn>> & { capabilities: Capabilities }
/** Told apart by the server itself: one that starts after another has stopped may be given the same port. */
const signedIn = new WeakMap<Pick<TestServer, 'url'>, Map<string, Promise<SignedIn>>>()

/** Hashing a password is slow on purpose, so desks of one person at one server share a session. */
function signInOnce(server: Pick<TestServer, 'url'>, username: string): Promise<SignedIn> {
  const there = signedIn.get(server) ?? new Map<string, Promise<SignedIn>>()
  signedIn.set(server, there)
  const known = there.get(username) ?? signInAt(server, username)
  there.set(username, known)
  return known
}

async function signInAt(server: Pick<TestServer, 'url'>, username: string): Promise<SignedIn> {
  const target = { origin: server.url, fetch }
  const capabilities = await fetchCapabilities(target)
  const credentials = { username, password: TEST_PASSWORD, token: '' }
  return { capabilities, ...(await callSignIn(target, credentials, capabilities.authPost)) }
}

function makeDesk(device: LocalDevice, line: FaultFetch, clock: ManualClock, announced: Capabilities): Desk {
  const state = { capabilities: announced, unauthorized: 0, isUp: true }
  const context: SyncContext = {
    workspace: device.workspace,
    sessionDb: device.sessionDb,
    session: device.session,
    target: { origin: device.workspace.origin, fetch: line.fetch },
    capabilities: () => state.capabilities,
    clock,
    random: () => 0.5,
    uploadFile: uploadByFetch,
    signal: new AbortController().signal,
    onUnauthorized: () => (state.unauthorized += 1),
  }
  const sync = () => (state.capabilities.sync ? pullToEnd(context) : refreshAll(context))
  const claimant = { holderId: 'desk', onProgress: () => undefined }
  const flush = () => flushOutbox(context, { claimant, isLineUp: () => state.isUp, pull: sync })
  return {
    ...device,
    line,
    clock,
    context,
    unauthorized: () => state.unauthorized,
    sync,
    flush,
    async flushUntilIdle(withinMs = 10 * 60_000) {
      const until = clock.now() + withinMs
      for (;;) {
        const { wakeAt } = await flush()
        if (wakeAt === null || wakeAt > until) return
        clock.set(Math.max(wakeAt, clock.now() + 1))
      }
    },
    operations: () => readOperations(device.workspace.outbox),
    lane: (chatId) => readLane(device.workspace.outbox, chatId),
    setCapabilities(capabilities) {
      state.capabilities = capabilities
    },
    setLineUp(isUp) {
      state.isUp = isUp
    },
  }
}

/** What a new leader does first (O6, O4): takes over what a dead one left on the wire. */
export function recover(desk: Desk): Promise<void> {
  return recoverOrphans(desk.context)
}
