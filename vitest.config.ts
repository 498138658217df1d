import { defineConfig } from 'vitest/config'
import { DearFirst } from './tests/support/dear-first.ts'

const SERVER_TESTS = [
  'tests/server/**/*.test.ts',
  'tests/contract/**/*.test.ts',
  'tests/faults/{server,security}/*.test.ts',
]
/** What is asked from the outside and has little to do with the database: once is enough. */
const ON_ONE_DATABASE = ['tests/faults/security/{bodies,every-route,owners,queries,sockets,uploads}.test.ts']
/**
 * Chosen by what they catch: what schedules of faults have found, each as a test of its own; stories and schedules that find the
 * seeded bugs, with each bug and without; the registry of crash points; that the simulated environment is like the real one.
 */
const FAULTS_CHOSEN = [
  'tests/faults/found/*.test.ts',
  'tests/faults/{chosen,seeded,crash-registry,environment}.test.ts',
]
/**
 * Whatever a test waits for has a deadline of its own, 60 s if it names none (tests/support/wait-for.ts). A test that starts
 * two servers beside two other tests waits more than once, on a machine of half the speed for long.
 */
const TEST_TIMEOUT_MS = 300_000
/** One more than a small machine has cores: much of the time a test waits, for a clock or for another process. */
const WORKERS = 3
/** What is short-lived is gone before helpers of the collector, or functions compiled ahead, have paid. */
const SHORT_LIVED = ['--single-threaded-gc', '--max-lazy']
/**
 * Its files share no state but what their modules load, which takes longer than most of their tests. A test's database,
 * which is WebAssembly, is gone before optimised machine code of it has paid: a quarter of the time.
 */
const SERVER_POOL = {
  isolate: false,
  maxWorkers: WORKERS,
  execArgv: ['--liftoff-only', ...SHORT_LIVED],
}
/** Tabs on simulated devices, with the product's own code in each. */
const FAULTS = {
  environment: 'node',
  // Its tabs find the databases by themselves; Dexie looks for one once, as it is loaded.
  setupFiles: ['fake-indexeddb/auto'],
  globalSetup: ['tests/support/lent-setup.ts'],
  // The product is translated once for all files of a worker.
  isolate: false,
  maxWorkers: WORKERS,
  // Every schedule leaves some hundred thousand short-lived objects behind.
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
}
/** Whatever a journey waits for has a deadline of its own; this is for a machine of a fifth of the speed. */
const JOURNEY_TIMEOUT_MS = 480_000
const JOURNEYS = {
  globalSetup: ['tests/support/journeys-setup.ts'],
  // A journey has a line and browser profiles of its own; the browser is its worker's (tests/support/journey.ts).
  isolate: false,
  maxWorkers: WORKERS,
  testTimeout: JOURNEY_TIMEOUT_MS,
  hookTimeout: JOURNEY_TIMEOUT_MS,
}
const BENCH_TIMEOUT_MS = 600_000

/**
 * The suite's parts. `server-pglite` and `server-postgres` are the same tests on both databases (E1); the journeys drive
 * the built console in Chromium against the built server (`npm test` builds both before).
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: DearFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/faults/security/parsers/*.test.ts'],
          environment: 'node',
          // Files that share modules take half the time. Dexie looks for a database once, as it is loaded.
          isolate: false,
          setupFiles: ['fake-indexeddb/auto'],
          globalSetup: ['tests/support/lent-setup.ts'],
          unstubGlobals: true,
          restoreMocks: true,
          maxWorkers: WORKERS,
          execArgv: SHORT_LIVED,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      { extends: true, test: { name: 'faults', include: FAULTS_CHOSEN, ...FAULTS } },
      {
        // Any number of them: `npm run test:faults`.
        extends: true,
        test: { name: 'schedules', include: ['tests/faults/*.test.ts'], exclude: FAULTS_CHOSEN, ...FAULTS },
      },
      {
        extends: true,
        test: {
          name: 'checks',
          include: ['tests/checks/**/*.test.ts'],
          maxWorkers: WORKERS,
          execArgv: SHORT_LIVED,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-pglite',
          include: SERVER_TESTS,
          env: { BELLHOP_TEST_DB: 'pglite' },
          ...SERVER_POOL,
          globalSetup: ['tests/support/lent-setup.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-postgres',
          include: SERVER_TESTS,
          exclude: ON_ONE_DATABASE,
          env: { BELLHOP_TEST_DB: 'postgres' },
          ...SERVER_POOL,
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          // A dozen schedules of faults in a real browser go with them.
          include: ['tests/journeys/**/*.test.ts', 'tests/faults/browser/chosen.test.ts'],
          ...JOURNEYS,
        },
      },
      {
        // As many as are asked for: `npm run test:faults -- --browser 20`.
        extends: true,
        test: { name: 'faults-browser', include: ['tests/faults/browser/*.test.ts'], ...JOURNEYS },
      },
      {
        // Not part of `npm test`: speed is measured, not tested.
        extends: true,
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.bench.ts'],
          globalSetup: ['tests/support/lent-setup.ts'],
          testTimeout: BENCH_TIMEOUT_MS,
          hookTimeout: BENCH_TIMEOUT_MS,
        },
      },
    ],
  },
})
