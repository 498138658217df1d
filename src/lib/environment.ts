import type { EnvironmentOption } from '#src/contract/environments.ts'

export type { EnvironmentOption }

/** Where the choice is kept (specification section 4, Environment). */
const CHOICE_KEY = 'bellhop:environment'
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

type EnvironmentValue = EnvironmentOption['value']
type PageLocation = Pick<Location, 'hostname' | 'search'>
type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem'>

/** One environment as screens show it. */
export interface EnvironmentView {
  key: string
  label: string
  /** Null where no url is defined: it can't be chosen. */
  origin: string | null
  isCurrent: boolean
  isProduction: boolean
}

/** The default by the page's host name (CONTRACT section 7). */
export function defaultEnvironment(hostname: string): EnvironmentValue {
  if (LOCAL_HOSTS.includes(hostname)) return 'local'
  if (hostname.includes('stage')) return 'stage'
  return hostname.includes('qa') ? 'qa' : 'prod'
}

/** The list's entry for the page's address, whether or not it has a url; null where the list has none. */
export function findDefault(
  options: readonly EnvironmentOption[],
  { hostname }: Pick<Location, 'hostname'>,
): EnvironmentOption | null {
  const value = defaultEnvironment(hostname)
  return options.find((option) => option.value === value) ?? null
}

/**
 * The environment to use: production where the address asks for it (`?env=prod`, remembered), chosen before, or the
 * default. A choice that no longer has a url is passed over, or nobody could choose again.
 */
export function chooseEnvironment(
  options: readonly EnvironmentOption[],
  location: PageLocation,
  storage: ChoiceStorage | null,
): EnvironmentOption | null {
  const usable = options.filter((option) => option.url !== '')
  const isProdAsked = new URLSearchParams(location.search).get('env') === 'prod'
  const asked = isProdAsked ? usable.find((option) => option.value === 'prod') : undefined
  if (asked) storeChoice(storage, asked.value)
  const chosen = readChoice(storage)
  return asked ?? usable.find((option) => option.value === chosen) ?? findDefault(options, location)
}

/** Keeps a choice for the next start. False where the browser refuses. */
export function storeChoice(storage: ChoiceStorage | null, value: EnvironmentValue): boolean {
  try {
    storage?.setItem(CHOICE_KEY, value)
  } catch {
    return false
  }
  return readChoice(storage) === value
}

/** An environment's origin; `"."` is the page's own host. Null where no url is defined. */
export function environmentOrigin(option: EnvironmentOption, pageOrigin: string): string | null {
  if (option.url === '') return null
  if (option.url === '.') return pageOrigin
  return `${option.secure ? 'https' : 'http'}://${option.url}`
}

/**
 * The origin of the environment that a failed sign-in names (specification section 4): only one that the list has, not the present
 * one again, and never an insecure one from a secure one (CONTRACT section 3). `from` is the present origin.
 */
export function findAvailable(
  options: readonly EnvironmentOption[],
  botType: string,
  from: string,
  pageOrigin: string,
): string | null {
  const option = options.find(({ value, url }) => value === botType && url !== '')
  const origin = option ? environmentOrigin(option, pageOrigin) : null
  if (origin === null || origin === from) return null
  return isSecure(from) && !isSecure(origin) ? null : origin
}

export function viewEnvironment(
  option: EnvironmentOption,
  currentKey: string,
  pageOrigin: string,
): EnvironmentView {
  return {
    key: option.key,
    label: option.label,
    origin: environmentOrigin(option, pageOrigin),
    isCurrent: option.key === currentKey,
    isProduction: option.value === 'prod',
  }
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

function readChoice(storage: ChoiceStorage | null): string | null {
  try {
    return storage?.getItem(CHOICE_KEY) ?? null
  } catch {
    return null
  }
}
