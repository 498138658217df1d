import {
  findAvailable,
  findDefault,
  storeChoice,
  viewEnvironment,
  type EnvironmentOption,
  type EnvironmentView,
} from '#src/lib/environment.ts'

const MESSENGER = '/messenger'

/** The environments of this installation, and the ways between them (specification section 4). */
export interface Environments {
  all: readonly EnvironmentView[]
  current: EnvironmentView
  /** The default of this address, where it can be used and is another one: the way back for who chose. */
  fallback: EnvironmentView | null
  /** The reports of other systems that the list names here for a kind of bot, the environment's own if it is not known. */
  dashboardsFor(botType: string | null): readonly { title: string; url: string }[]
  /** The origin that a refused sign-in may try instead; null where it may not. */
  findAvailable(botType: string): string | null
  /**
   * Keeps the choice and starts the console anew in it, at its messenger: chats of one environment are not in another.
   * False where the browser does not keep the choice; nothing happens then.
   */
  switchTo(key: string): boolean
  /** As `switchTo` after a sign-in there; the address that was asked for stays. */
  followSignIn(origin: string): boolean
}

interface SwitchDeps {
  location: Pick<Location, 'hostname' | 'origin' | 'pathname' | 'search' | 'assign'>
  storage: Storage | null
  /** What is to be done before the page goes to that origin; without an error, and within a bounded time. */
  leave(reached: string | null): Promise<void>
}

export function createEnvironments(
  options: readonly EnvironmentOption[],
  current: EnvironmentOption,
  origin: string,
  { location, storage, leave }: SwitchDeps,
): Environments {
  const view = (option: EnvironmentOption) => viewEnvironment(option, current.key, location.origin)
  const usual = findDefault(options, location)
  const enter = (option: EnvironmentOption | undefined, path: string) => {
    if (!option || option.url === '' || !storeChoice(storage, option.value)) return false
    void leave(view(option).origin).finally(() => location.assign(path))
    return true
  }
  return {
    all: options.map(view),
    current: view(current),
    fallback: usual && usual.key !== current.key && usual.url !== '' ? view(usual) : null,
    dashboardsFor: (botType) => current.dashboards[botType ?? current.botType] ?? [],
    findAvailable: (botType) => findAvailable(options, botType, origin, location.origin),
    switchTo: (key) =>
      enter(
        options.find((option) => option.key === key),
        MESSENGER,
      ),
    followSignIn: (reached) =>
      enter(
        options.find((option) => viewEnvironment(option, '', location.origin).origin === reached),
        stayAt(location),
      ),
  }
}

/** The present address without `?env=prod`, which would lead back. */
function stayAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('env')
  const rest = query.toString()
  return rest === '' ? pathname : `${pathname}?${rest}`
}
