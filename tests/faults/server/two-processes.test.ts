import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endClaims, openFaultHotel, type FaultHotel } from '#tests/support/fault-hotel.ts'
import { makeRandom } from '#tests/support/fault-load.ts'
import { endFaults, FAULT_SEED, limitFaults, readFaultCount, waitAWhile } from '#tests/support/fault-run.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'

/**
 * Two processes on one PostgreSQL, of which one is killed or stopped at any moment while the other goes on (E1, E4): whoever
 * hears nothing asks the other one under the same key, and the stopped one does what it was asked when it goes on.
 */
const FAULTS = readFaultCount(2)
const TEST_MS = limitFaults(FAULTS)

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
    `is killed or stopped ${FAULTS} times, and nothing is lost, doubled or out of order (seed ${FAULT_SEED})`,
    async () => {
      const random = makeRandom(FAULT_SEED)
      const opened = (hotel = await openFaultHotel(database, 2))
      const { servers } = opened
      const goOn = () => waitAWhile(opened, random)
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
      const figures = await endFaults(hotel, 'killed or stopped beside another', FAULTS, deaths)
      expect(figures.acknowledged).toBeGreaterThan(0)
    },
    TEST_MS,
  )
})
