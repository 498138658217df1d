import { readDatabaseFacts } from '#src/db/diagnosis.ts'
import type { Workspace } from '#src/db/workspace.ts'
import type { ConnectionStatus } from '#src/lib/connection.ts'
import { readConnectionLog } from '#src/lib/connection-log.ts'
import { readLog } from '#src/lib/logger.ts'
import { VERSION } from '#src/lib/version.ts'
import type { BrowserFacts } from './read-browser.ts'

/** What the environment announced, as a diagnosis takes it: whether, never with which key. */
export interface AnnouncedGroups {
  authPost: boolean
  sync: boolean
  idempotency: boolean
  paging: boolean
  staff: boolean
  admin: boolean
  push: unknown
}

export interface DiagnosisInput {
  workspace: Workspace
  environment: { label: string; origin: string | null }
  capabilities: AnnouncedGroups
  connection: ConnectionStatus
  browser: BrowserFacts
  build: string
  /** ms of the device's clock. */
  now: number
}

/**
 * All that helps somebody far away to understand this device, as JSON to be read before it is handed over. Guests are not
 * in it: no names, no words, no ids of chats, messages or people, no tokens and no keys.
 */
export async function makeDiagnosis(input: DiagnosisInput): Promise<string> {
  const { workspace, environment, capabilities, connection, browser, build, now } = input
  const { authPost, sync, idempotency, paging, staff, admin, push } = capabilities
  const { counts, ...databases } = await readDatabaseFacts(workspace, now)
  const content = {
    madeAt: new Date(now).toISOString(),
    app: { version: VERSION, build },
    environment: {
      label: environment.label,
      origin: environment.origin,
      offers: { authPost, sync, idempotency, paging, staff, admin, push: push !== null },
    },
    session: { role: workspace.user.role, epoch: workspace.epoch, isMemoryOnly: workspace.isMemoryOnly },
    connection: {
      state: connection.kind,
      forS: toSeconds(now - connection.since),
      before: readConnectionLog().map(({ kind, since }) => ({ kind, since: new Date(since).toISOString() })),
    },
    clock: { hotelMinusDeviceS: counts.clockOffset === null ? null : toSeconds(counts.clockOffset) },
    sync: { lastReadAgoS: counts.syncedAt === null ? null : toSeconds(now - counts.syncedAt) },
    databases,
    browser,
    log: readLog().map(({ at, ...line }) => ({ at: new Date(at).toISOString(), ...line })),
  }
  return JSON.stringify(content, null, 2)
}

function toSeconds(ms: number): number {
  return Math.round(ms / 1_000)
}
