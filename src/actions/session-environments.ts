import * as v from 'valibot'
import { fetchEnvironments } from '#src/api/environments.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { environmentsSchema, type EnvironmentOption } from '#src/contract/environments.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { readSetting, storeSetting } from '#src/db/session/sessions.ts'

const KEY = 'environments'

/**
 * The list of the page's own host, kept for offline starts: a start never waits for it once it is known, and refreshes it
 * when `mayRefresh` settles. Null where it can't be read now and never was.
 */
export async function loadEnvironments(
  sessionDb: SessionDatabase,
  page: ApiTarget,
  mayRefresh: () => Promise<void>,
): Promise<EnvironmentOption[] | null> {
  const stored = v.safeParse(environmentsSchema, await readSetting(sessionDb, KEY))
  if (!stored.success) return refreshEnvironments(sessionDb, page)
  void mayRefresh().then(() => refreshEnvironments(sessionDb, page))
  return stored.output
}

/** Whether the page's own host answers, and not somebody's login page in its place. */
export async function isHostThere(page: ApiTarget): Promise<boolean> {
  return fetchEnvironments(page).then(
    () => true,
    () => false,
  )
}

async function refreshEnvironments(
  sessionDb: SessionDatabase,
  page: ApiTarget,
): Promise<EnvironmentOption[] | null> {
  const environments = await fetchEnvironments(page).catch(() => null)
  if (environments) await storeSetting(sessionDb, KEY, environments)
  return environments
}
