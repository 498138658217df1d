import { finishSignOuts } from '#src/actions/finish-sign-outs.ts'
import { loadEnvironments } from '#src/actions/session-environments.ts'
import { deleteOldMirrors } from '#src/db/workspace.ts'
import { chooseEnvironment, environmentOrigin } from '#src/lib/environment.ts'
import { loading } from '#src/lib/loading.ts'
import { logger } from '#src/lib/logger.ts'
import { checkStorageVersion, RELOAD_DELAY_MS } from '#src/lib/storage-version.ts'
import { waitForScreen } from './after-rows.ts'
import { createEnvironments } from './environments.ts'
import { SignInScreen } from './deferred-screens.ts'
import { startPreferences } from './preferences.ts'
import { createRuntime, targetOf, type Runtime } from './runtime.ts'
import { openSessionDatabase, readWebStorage } from './storage.ts'
import { unsubscribeDevice } from './unsubscribe-device.ts'

/** `no-url`: logged, and nothing is drawn (specification section 4, Environment). */
export type StartResult =
  | { runtime: Runtime }
  | { problem: 'insecure' | 'no-environments' | 'outdated' | 'storage-version' }
  | 'no-url'

/**
 * Boots in order: environment, session, databases, engine (DESIGN section 1). A sign-out that was interrupted is finished
 * before anything is drawn (D8). Rendering is the caller's, and so are the words for an error that nobody foresaw.
 */
export async function startRuntime(): Promise<StartResult> {
  if (!window.isSecureContext) return { problem: 'insecure' }
  const local = readWebStorage('localStorage')
  if (checkStorageVersion(local, readWebStorage('sessionStorage'), Date.now()) === 'reload') {
    window.setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
    return { problem: 'storage-version' }
  }
  const opened = await openSessionDatabase()
  if (opened === 'outdated') return { problem: 'outdated' }
  const { sessionDb, storage } = opened
  const page = targetOf(window.location.origin)
  const finish = () =>
    finishSignOuts({
      sessionDb,
      databases: storage.options,
      unsubscribeAlerts: (leaver) => unsubscribeDevice((part) => part.unsubscribeAlertsOf(sessionDb, leaver)),
    })
  const [preferences, environments] = await Promise.all([
    startPreferences(sessionDb),
    // Nobody has been here yet: the sign-in is fetched beside the list that it needs.
    loadEnvironments(sessionDb, page, {
      mayRefresh: waitForScreen,
      onUnknown: () => void SignInScreen.preload(),
    }),
    finish(),
  ])
  if (!environments) return { problem: 'no-environments' }
  const environment = chooseEnvironment(environments, window.location, local)
  const origin = environment && environmentOrigin(environment, window.location.origin)
  if (!environment || origin === null) {
    logger.error('no environment url is defined', { environment: environment?.key })
    return 'no-url'
  }
  const runtime = createRuntime(environment, origin, sessionDb, storage, {
    preferences,
    finishSignOuts: finish,
    environments: createEnvironments(environments, environment, origin, {
      location: window.location,
      storage: local,
      leave: (reached) => loading.during('Switching…', () => leaveEnvironment(runtime, reached)),
    }),
  })
  await runtime.start()
  void deleteOldMirrors()
  return { runtime }
}

/** Nothing new goes on the wire, and this device is silent about what is left. */
async function leaveEnvironment({ state, sessionDb }: Runtime, reached: string | null): Promise<void> {
  const now = state.get()
  if (now.kind === 'signed-in') now.engine.stop()
  await unsubscribeDevice((part) => part.unsubscribeAlertsBefore(sessionDb, reached))
}
