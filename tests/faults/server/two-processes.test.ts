import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkFaultHotel } from '#tests/support/fault-checks.ts'
import { endClaims, openFaultHotel, type FaultHotel } from '#tests/support/fault-hotel.ts'
import { makeRandom } from '#tests/support/fault-load.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * Two processes on one PostgreSQL, of which one is killed or stopped at any moment while the other goes on (E1, E4): whoever
 * hears nothing asks the other one under the same key, and the stopped one does what it was asked when it goes on.
 */
const FAULTS = Number(process.env['FAULT_KILLS'] ?? 2)
const SEED = Number(process.env['FAULT_SEED'] ?? 1)
const MOST_ANSWERS = 60
/** Every answer waits for the slowest of machines. */
const WAIT_MS = 240_000
const TEST_MS = 240_000 + FAULTS * 60_000

describe.skipIf(!isPostgresRun)('one of two processes', () => {
  let database: TestDatabase
  let hotel: FaultHotel | null = null
  beforeEach(async () => {
    database = await createTestDatabase()
  }, TEST_MS)
  afterEach(async () => {
    await hotel?.remove()
    await database.remove()
  })

  it(
    `is killed or stopped ${FAULTS} times, and nothing is lost, doubled or out of order (seed ${SEED})`,
    async () => {
      const random = makeRandom(SEED)
      hotel = await openFaultHotel(database, 2)
      const { load, servers } = hotel
      const goOn = async () => {
        const goal = load.answers + 1 + Math.floor(random() * MOST_ANSWERS)
        await waitFor('the load to go on', () => load.answers >= goal || load.problems.length > 0, WAIT_MS)
      }
      let deaths = 0
      for (let fault = 0; fault < FAULTS; fault += 1) {
        const server = servers[Math.floor(random() * servers.length)]
        await goOn()
        if (fault % 2 === 0) {
          server?.pause()
          await goOn()
          server?.resume()
        } else {
          deaths += 1
          await server?.kill()
          await goOn()
          await endClaims(hotel)
          await server?.restart()
        }
      }
      await goOn()
      await load.stop()
      const figures = await checkFaultHotel(hotel, deaths)
      expect(figures.acknowledged).toBeGreaterThan(0)
      process.stdout.write(
        `FAULTS ${JSON.stringify({ what: 'killed or stopped beside another', faults: FAULTS, ...figures })}\n`,
      )
    },
    TEST_MS,
  )
})
