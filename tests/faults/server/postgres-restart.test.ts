import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkFaultHotel } from '#tests/support/fault-checks.ts'
import { endClaims, openFaultHotel, type FaultHotel } from '#tests/support/fault-hotel.ts'
import { makeRandom } from '#tests/support/fault-load.ts'
import { createPostgresDatabase, startPostgres, type TestPostgres } from '#tests/support/postgres.ts'
import { isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * PostgreSQL ends at any moment under load and comes back: the server goes on by itself, and what a provider took while nothing
 * could be recorded is sent no second time but as decisions 015, 021 and 044 say.
 */
const RESTARTS = Number(process.env['FAULT_KILLS'] ?? 1)
const SEED = Number(process.env['FAULT_SEED'] ?? 1)
const MOST_ANSWERS = 60
/** Every answer waits for the slowest of machines. */
const WAIT_MS = 240_000
const TEST_MS = 300_000 + RESTARTS * 60_000

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
    `ends ${RESTARTS} times, and nothing is lost, doubled or out of order (seed ${SEED})`,
    async () => {
      const random = makeRandom(SEED)
      hotel = await openFaultHotel(database)
      const { load } = hotel
      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        const goal = load.answers + 1 + Math.floor(random() * MOST_ANSWERS)
        await waitFor('the load to go on', () => load.answers >= goal || load.problems.length > 0, WAIT_MS)
        await postgres.crash()
        const { repeats } = load
        await waitFor(
          'the load to have noticed',
          () => load.repeats > repeats || load.problems.length > 0,
          WAIT_MS,
        )
        await postgres.restart()
        await endClaims(hotel)
      }
      const goal = load.answers + MOST_ANSWERS
      await waitFor(
        'the load to go on after it',
        () => load.answers >= goal || load.problems.length > 0,
        WAIT_MS,
      )
      await load.stop()
      const figures = await checkFaultHotel(hotel, RESTARTS)
      expect(figures.acknowledged).toBeGreaterThan(0)
      process.stdout.write(
        `FAULTS ${JSON.stringify({ what: 'PostgreSQL restarted', faults: RESTARTS, ...figures })}\n`,
      )
    },
    TEST_MS,
  )
})
