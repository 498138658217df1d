import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { environmentsSchema, type EnvironmentOption } from '#src/contract/environments.ts'
import { SettingsError } from './settings-error.ts'

/**
 * What `/environments.json` names (CONTRACT section 7): ENVIRONMENTS_FILE where it is set, else this environment as
 * `local` and as `prod`, both at the page's own host. Throws `SettingsError` for a file that can't be read or is not a
 * list of environments.
 */
export function readEnvironments(file: string | null): EnvironmentOption[] {
  if (file === null) return BUILT_IN
  const parsed = v.safeParse(environmentsSchema, readJson(file))
  if (parsed.success) return parsed.output
  const issue = parsed.issues[0]
  const where = v.getDotPath(issue)
  throw new SettingsError(
    `ENVIRONMENTS_FILE=${file} is not a list of environments${where ? ` (${where})` : ''}: ${issue.message}.`,
  )
}

/**
 * The list as one page gets it: `secure` of entries at the page's own host is how that page was reached, so that the same
 * list works on http://localhost and behind a proxy that gives https.
 */
export function describeEnvironments(
  environments: EnvironmentOption[],
  isSecure: boolean,
): EnvironmentOption[] {
  return environments.map((entry) => (entry.url === '.' ? { ...entry, secure: isSecure } : entry))
}

/**
 * The kind of bot that this environment runs, which a user carries as `serverBotType` (CONTRACT section 3): the one that
 * the list names for the page's own host, so that a list of one's own needs no second setting. Dashboards are listed by it.
 */
export function findOwnBotType(environments: EnvironmentOption[]): string {
  return environments.find((entry) => entry.url === '.' && entry.botType !== '')?.botType ?? OWN_BOT_TYPE
}

/** What people call this environment: the label of the entry for the page's own host; null where there is none. */
export function findOwnLabel(environments: EnvironmentOption[]): string | null {
  return environments.find((entry) => entry.url === '.')?.label.trim() || null
}

const OWN_BOT_TYPE = 'hotel'
const OWN = { url: '.', botType: OWN_BOT_TYPE, secure: false, dashboards: {} }
/** One environment by two names, so by one kind of bot. */
const BUILT_IN: EnvironmentOption[] = [
  { key: 'local', label: 'Local', value: 'local', ...OWN },
  { key: 'prod', label: 'Production', value: 'prod', ...OWN },
]

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new SettingsError(`ENVIRONMENTS_FILE=${file} ${reason}.`)
  }
}
