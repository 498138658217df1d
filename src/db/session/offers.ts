import type { SessionDatabase } from './database.ts'
import { readSetting, storeSetting } from './sessions.ts'

const PREFIX = 'offer:'

/** Which of these offers, each by a name of its own, this device has made: each is made once. */
export async function readOffersMade(
  db: SessionDatabase,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.settings.bulkGet(names.map((name) => PREFIX + name))
  return new Set(names.filter((_, index) => rows[index]?.value === true))
}

/** Whether this is the first call for that offer, in any tab: then it is made from now on. */
export function storeOfferMade(db: SessionDatabase, name: string): Promise<boolean> {
  return db.transaction('rw', db.settings, async () => {
    if ((await readSetting(db, PREFIX + name)) === true) return false
    await storeSetting(db, PREFIX + name, true)
    return true
  })
}
