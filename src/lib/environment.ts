import type { EnvironmentOption } from '#src/contract/environments.ts'

/** Where the choice is kept (specification section 4, Environment). */
const CHOICE_KEY = 'bellhop:environment'
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

type EnvironmentValue = EnvironmentOption['value']

/** The default by the page's address; `?env=prod` is the prod override (CONTRACT section 7). */
export function defaultEnvironment(hostname: string): EnvironmentValue {
  if (LOCAL_HOSTS.includes(hostname)) return 'local'
  if (hostname.includes('stage')) return 'stage'
  return hostname.includes('qa') ? 'qa' : 'prod'
}

/** The environment to use: asked for in the address (and remembered), chosen before, or the default. */
export function chooseEnvironment(
  options: readonly EnvironmentOption[],
  location: { hostname: string; search: string },
  storage: Pick<Storage, 'getItem' | 'setItem'> | null,
): EnvironmentOption | null {
  const asked = new URLSearchParams(location.search).get('env')
  const byAsk = options.find((option) => option.value === asked)
  if (byAsk) storage?.setItem(CHOICE_KEY, byAsk.value)
  const chosen = storage?.getItem(CHOICE_KEY)
  const fallback = defaultEnvironment(location.hostname)
  return (
    byAsk ??
    options.find((option) => option.value === chosen) ??
    options.find((option) => option.value === fallback) ??
    null
  )
}

/** An environment's origin; `"."` is the page's own host. Null where no url is defined. */
export function environmentOrigin(option: EnvironmentOption, pageOrigin: string): string | null {
  if (option.url === '') return null
  if (option.url === '.') return pageOrigin
  return `${option.secure ? 'https' : 'http'}://${option.url}`
}
