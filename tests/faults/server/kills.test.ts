import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkFaultHotel } from '#tests/support/fault-checks.ts'
import { endClaims, openFaultHotel, type FaultHotel } from '#tests/support/fault-hotel.ts'
import { makeRandom } from '#tests/support/fault-load.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * kill -9 at any moment under load, again and again (E2 to E4), on either database. More of it:
 * `node scripts/faults-server.mjs --kills 50 --database pglite --seed 7`.
 */
const KILLS = Number(process.env['FAULT_KILLS'] ?? 2)
const SEED = Number(process.env['FAULT_SEED'] ?? 1)
/** So many answers at most between two of them. */
const MOST_ANSWERS = 60
/** Every answer waits for the slowest of machines. */
const WAIT_MS = 240_000
const TEST_MS = 240_000 + KILLS * 60_000

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
  `nothing is lost, doubled or out of order after ${KILLS} kills (seed ${SEED})`,
  async () => {
    const random = makeRandom(SEED)
    hotel = await openFaultHotel(database)
    const { load, servers } = hotel
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const goal = load.answers + 1 + Math.floor(random() * MOST_ANSWERS)
      await waitFor('the load to go on', () => load.answers >= goal || load.problems.length > 0, WAIT_MS)
      await servers[0]?.kill()
      await endClaims(hotel)
      await servers[0]?.restart()
    }
    const goal = load.answers + MOST_ANSWERS
    await waitFor(
      'the load to go on after it',
      () => load.answers >= goal || load.problems.length > 0,
      WAIT_MS,
    )
    await load.stop()
    const figures = await checkFaultHotel(hotel, KILLS)
    expect(figures.helped).toBeGreaterThan(0)
    process.stdout.write(`FAULTS ${JSON.stringify({ what: 'kill -9', faults: KILLS, ...figures })}\n`)
  },
  TEST_MS,
)
