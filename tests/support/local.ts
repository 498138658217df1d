import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach } from 'vitest'
import type { SignedInUser } from '#src/contract/auth.ts'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { storeSignIn, type LiveSession } from '#src/db/session/sessions.ts'
import { closeWorkspace, openWorkspace, type DatabaseOptions, type Workspace } from '#src/db/workspace.ts'
import type { Clock } from '#src/lib/clock.ts'

/** Every extension but push: what the reference environment announces. */
export const ALL_CAPABILITIES: Capabilities = {
  authPost: true,
  sync: true,
  idempotency: true,
  paging: true,
  staff: false,
  admin: false,
  guests: false,
  campaigns: false,
  bot: [],
  reports: [],
  push: null,
}
export { NO_CAPABILITIES }

export const TEST_ORIGIN = 'https://bot.example'
/** 2026-11-20T12:00:00Z: a Friday noon. */
export const NOON = Date.parse('2026-11-20T12:00:00.000Z')

/** A device clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Time passes. */
  advance(ms: number): void
  /** Somebody sets the clock, as a person or the network does. */
  set(now: number): void
}

export function createClock(start: number = NOON): ManualClock {
  let now = start
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
    set(next) {
      now = next
    },
  }
}

export function makeUser(id = 'user-agent', name = 'Agent'): SignedInUser {
  return {
    id,
    username: name.toLowerCase(),
    name,
    role: 0,
    fbid: null,
    createdAt: null,
    updatedAt: null,
    lastLogin: null,
    serverBotType: null,
  }
}

/** One device: its own IndexedDB, session database and signed-in user's databases. */
export interface LocalDevice {
  options: Required<DatabaseOptions>
  sessionDb: SessionDatabase
  session: LiveSession
  workspace: Workspace
  /** How often a newer build asked this tab to close. */
  outdated(): number
  close(): void
}

const opened: LocalDevice[] = []

/** Opens a signed-in person's databases on a fresh IndexedDB, or on a given one as another tab or a restart does. */
export async function openDevice(
  given: {
    origin?: string
    user?: SignedInUser
    token?: string
    options?: Required<DatabaseOptions>
    now?: number
  } = {},
): Promise<LocalDevice> {
  const options = given.options ?? freshOptions()
  const sessionDb = new SessionDatabase(options)
  await sessionDb.open()
  const session = await storeSignIn(
    sessionDb,
    given.origin ?? TEST_ORIGIN,
    given.user ?? makeUser(),
    given.token ?? 'token',
    given.now ?? NOON,
  )
  let outdated = 0
  const workspace = await openWorkspace(session, options, {
    onOutdated: () => (outdated += 1),
    onBroken: () => undefined,
  })
  const device: LocalDevice = {
    options,
    sessionDb,
    session,
    workspace,
    outdated: () => outdated,
    close() {
      closeWorkspace(workspace)
      sessionDb.close({ disableAutoOpen: true })
    },
  }
  opened.push(device)
  return device
}

export function freshOptions(): Required<DatabaseOptions> {
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}

/** Closes what the test opened; a support module's hook, so that no test forgets. */
afterEach(() => {
  for (const device of opened.splice(0)) device.close()
})
