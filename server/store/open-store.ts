import type { Log } from '../log.ts'
import type { Settings } from '../settings-types.ts'
import { openEmbeddedDriver } from './engines/embedded-store.ts'
import { openPostgresDriver } from './engines/postgres-store.ts'
import { migrateToLatest } from './migrations/migrate.ts'
import { createStore, type Store, type StoreDriver } from './store.ts'

/** What only tests and embedders set. */
export interface StoreOptions {
  /** The built worker of the embedded database, where it is not beside the server's main file. */
  workerFile?: string
  /** An open database, where it is not the settings' own: it is used, and its `close` is called. */
  driver?: StoreDriver
  /** Called when the embedded database's thread dies: nothing can be served any more. */
  onCrash?: (error: Error) => void
}

/** Opens the database that the settings name and brings it to this build's schema. */
export async function openStore(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
  options: StoreOptions = {},
): Promise<Store> {
  const driver = options.driver ?? (await openDriver(settings, log, options))
  const store = createStore(driver, log)
  try {
    await migrateToLatest(store.longDb, log)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

function openDriver(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
  { onCrash = (error) => log.error('embedded database', error), workerFile }: StoreOptions,
): Promise<StoreDriver> {
  return databaseUrl === null
    ? openEmbeddedDriver(dataDir, onCrash, workerFile)
    : openPostgresDriver(databaseUrl, log)
}
