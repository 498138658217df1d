import { defineConfig } from 'vitest/config'

const SERVER_TESTS = ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts']
/** A real server on a real database starts slower than a unit test runs, and two cores are shared. */
const SERVER_TIMEOUT_MS = 30_000
const JOURNEY_TIMEOUT_MS = 90_000
const BENCH_TIMEOUT_MS = 600_000

/**
 * The suite's parts. `server-pglite` and `server-postgres` are the same tests on both databases (E1); the journeys drive
 * the built console in Chromium against the built server (`npm test` builds both before).
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          testTimeout: SERVER_TIMEOUT_MS,
          hookTimeout: SERVER_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'checks',
          include: ['tests/checks/**/*.test.ts'],
          testTimeout: SERVER_TIMEOUT_MS,
          hookTimeout: SERVER_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-pglite',
          include: SERVER_TESTS,
          env: { BELLHOP_TEST_DB: 'pglite' },
          testTimeout: SERVER_TIMEOUT_MS,
          hookTimeout: SERVER_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-postgres',
          include: SERVER_TESTS,
          env: { BELLHOP_TEST_DB: 'postgres' },
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: SERVER_TIMEOUT_MS,
          hookTimeout: SERVER_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/journeys-setup.ts'],
          // Two at a time: a journey mostly waits, and each has a server, a line and a browser profile of its own.
          maxWorkers: 3,
          testTimeout: JOURNEY_TIMEOUT_MS,
          hookTimeout: JOURNEY_TIMEOUT_MS,
        },
      },
      {
        // Not part of `npm test`: speed is measured, not tested.
        extends: true,
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.bench.ts'],
          testTimeout: BENCH_TIMEOUT_MS,
          hookTimeout: BENCH_TIMEOUT_MS,
        },
      },
    ],
  },
})
