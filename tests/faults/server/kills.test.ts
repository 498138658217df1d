import { afterEach, beforeEach, expect, it } from 'vitest'
import { endClaims, openFaultHotel, type FaultHotel } from '#tests/support/fault-hotel.ts'
import { makeRandom } from '#tests/support/fault-load.ts'
import { endFaults, FAULT_SEED, limitFaults, readFaultCount, waitAWhile } from '#tests/support/fault-run.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'

/**
 * kill -9 at any moment under load, again and again (E2 to E4), on either database. More of it:
 * `node scripts/faults-server.mjs --kills 50 --database pglite --seed 7`.
 */
const KILLS = readFaultCount(2)
const TEST_MS = limitFaults(KILLS)

let database: TestDatabase
let hotel: FaultHotel | null = null
beforeEach(async () => {
  database = await createTestDatabase()
  hotel = null
}, TEST_MS)
afterEach(async () => {
  await hotel?.remove()
  await database.remove()
})

/** Of PostgreSQL, one of two processes is killed in each run of the tests (`two-processes`). */
it.skipIf(isPostgresRun && process.env['FAULT_KILLS'] === undefined)(
  `nothing is lost, doubled or out of order after ${KILLS} kills (seed ${FAULT_SEED})`,
  async () => {
    const random = makeRandom(FAULT_SEED)
    hotel = await openFaultHotel(database)
    const { servers } = hotel
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await waitAWhile(hotel, random)
      await servers[0]?.kill()
      await endClaims(hotel)
      await servers[0]?.restart()
    }
    const figures = await endFaults(hotel, 'kill -9', KILLS)
    expect(figures.helped).toBeGreaterThan(0)
  },
  TEST_MS,
)
