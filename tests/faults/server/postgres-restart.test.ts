import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endClaims, openFaultHotel, type FaultHotel } from '#tests/support/fault-hotel.ts'
import { makeRandom } from '#tests/support/fault-load.ts'
import {
  endFaults,
  FAULT_SEED,
  FAULT_WAIT_MS,
  limitFaults,
  readFaultCount,
  waitAWhile,
} from '#tests/support/fault-run.ts'
import { createPostgresDatabase, startPostgres, type TestPostgres } from '#tests/support/postgres.ts'
import { isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * PostgreSQL ends at any moment under load and comes back: the server goes on by itself, and what a provider took while nothing
 * could be recorded is sent no second time but as decisions 015, 021 and 044 say.
 */
const RESTARTS = readFaultCount(1)
const TEST_MS = limitFaults(RESTARTS)

describe.skipIf(!isPostgresRun)('PostgreSQL', () => {
  let postgres: TestPostgres
  let database: TestDatabase
  let hotel: FaultHotel | null = null
  beforeEach(async () => {
    postgres = await startPostgres()
    const { url, drop } = await createPostgresDatabase(postgres.url)
    database = { settings: { databaseUrl: url, dataDir: '' }, remove: drop }
  }, TEST_MS)
  afterEach(async () => {
    await hotel?.remove()
    await database.remove()
    await postgres.stop()
  })

  it(
    `ends ${RESTARTS} times, and nothing is lost, doubled or out of order (seed ${FAULT_SEED})`,
    async () => {
      const random = makeRandom(FAULT_SEED)
      hotel = await openFaultHotel(database)
      const { load } = hotel
      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        await waitAWhile(hotel, random)
        await postgres.crash()
        const { repeats } = load
        await waitFor(
          'the load to have noticed',
          () => load.repeats > repeats || load.problems.length > 0,
          FAULT_WAIT_MS,
        )
        await postgres.restart()
        await endClaims(hotel)
      }
      const figures = await endFaults(hotel, 'PostgreSQL restarted', RESTARTS)
      expect(figures.acknowledged).toBeGreaterThan(0)
    },
    TEST_MS,
  )
})
