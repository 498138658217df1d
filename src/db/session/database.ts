import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { SignedInUser } from '#src/contract/auth.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'

/** Who is signed in to one environment (D1). `epoch` rises at every sign-out and never falls. */
export interface SessionRow {
  /** The environment's origin, for example `https://bot.example`. */
  origin: string
  /** `locked`: the environment answered 401; work of this user is kept until they sign in again (D8). */
  status: 'signed-in' | 'locked' | 'signed-out'
  user: SignedInUser | null
  /** When the environment last said who that is, ms of the device's clock; absent in rows of older builds. */
  userAsOf?: number
  token: string | null
  epoch: number
  /** When the environment last answered, ms of the device's clock (D9). */
  lastContactAt: number
}

export interface CapabilitiesRow {
  origin: string
  capabilities: Capabilities
}

/** A token that the environment is still to be asked to revoke, because its session has ended here (D8). */
export interface PendingRevocation {
  token: string
  origin: string
}

export interface SettingRow {
  key: string
  value: unknown
}

/** One small database per origin of the app: the worker reads it too (D1). */
export class SessionDatabase extends Dexie {
  declare sessions: Table<SessionRow, string>
  declare capabilities: Table<CapabilitiesRow, string>
  declare settings: Table<SettingRow, string>

  constructor(options: DexieOptions = {}) {
    super('bellhop-session', {
      ...options,
      autoOpen: false,
      cache: 'disabled',
      chromeTransactionDurability: 'strict',
    })
    // Additive only (D4).
    this.version(1).stores({ sessions: 'origin', capabilities: 'origin', endings: 'token', settings: 'key' })
  }

  /** Stored under the name that it had first: what is pending on a device must not get lost (D4). */
  get pendingRevocations(): Table<PendingRevocation, string> {
    return this.table('endings')
  }
}
