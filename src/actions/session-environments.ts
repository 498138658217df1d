import type { ApiTarget } from '#src/api/http.ts'
import type { EnvironmentOption } from '#src/contract/environments.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { readSetting, storeSetting } from '#src/db/session/sessions.ts'

const KEY = 'environments'

interface LoadDeps {
  /** Settles when the list may be refreshed. */
  mayRefresh(): Promise<void>
  /** Nothing is known here yet, and the list is being fetched: the sign-in is next. */
  onUnknown(): void
}

/**
 * The list of the page's own host, kept for offline starts: a start never waits for it once it is known, and refreshes it
 * when `mayRefresh` settles. Null where it can't be read now and never was.
 */
export async function loadEnvironments(
  sessionDb: SessionDatabase,
  page: ApiTarget,
  { mayRefresh, onUnknown }: LoadDeps,
): Promise<EnvironmentOption[] | null> {
  const stored = await readSetting(sessionDb, KEY)
  if (isList(stored)) {
    void mayRefresh().then(() => refreshEnvironments(sessionDb, page))
    return stored
  }
  onUnknown()
  return refreshEnvironments(sessionDb, page)
}

/** Whether this is what was parsed as the contract's when it was stored: a start has no need of what parses it again. */
function isList(stored: unknown): stored is EnvironmentOption[] {
  return Array.isArray(stored) && stored.length > 0 && stored.every(isOption)
}

function isOption(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false
  const isText = (name: keyof EnvironmentOption) => typeof Reflect.get(stored, name) === 'string'
  return TEXTS.every(isText) && typeof Reflect.get(stored, 'dashboards') === 'object'
}

const TEXTS = ['key', 'label', 'value', 'url', 'botType'] as const

/** Whether the page's own host answers, and not somebody's login page in its place. */
export async function isHostThere(page: ApiTarget): Promise<boolean> {
  return fetchList(page).then(
    () => true,
    () => false,
  )
}

async function refreshEnvironments(
  sessionDb: SessionDatabase,
  page: ApiTarget,
): Promise<EnvironmentOption[] | null> {
  const environments = await fetchList(page).catch(() => null)
  if (environments) await storeSetting(sessionDb, KEY, environments)
  return environments
}

function fetchList(page: ApiTarget): Promise<EnvironmentOption[]> {
  return import('#src/api/environments.ts').then(({ fetchEnvironments }) => fetchEnvironments(page))
}
