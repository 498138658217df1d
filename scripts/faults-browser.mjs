import { buildStale } from './build.mjs'
import { fetchChromium } from './fetch-chromium.mjs'
import { findChromium } from './find-chromium.mjs'
import { readNumber, runVitest } from './run-vitest.mjs'

/**
 * `npm run test:faults -- --browser 200 --seed 7`: so many schedules in a real browser, after the dozen that somebody chose;
 * `--only 88` runs the one of that number, and `--told` prints what each step of each came to. Gives 0 where all held.
 *
 * @param {string[]} args
 * @param {number} seed
 * @param {NodeJS.ProcessEnv} env beside this process's own
 * @returns {Promise<number>}
 */
export async function runBrowserSchedules(args, seed, env) {
  const count = readNumber(args, '--browser', 0)
  const only = args.includes('--only') ? readNumber(args, '--only', 0) : null
  console.log(`${only === null ? `${count} schedules` : `Schedule ${only}`} in a real browser, seed ${seed}`)
  if (findChromium() === null) await fetchChromium()
  await buildStale()
  const files = only === null ? [] : ['tests/faults/browser/drawn.test.ts']
  return runVitest(['--project', 'faults-browser', ...files], {
    ...env,
    BELLHOP_FAULTS_BROWSER: String(count),
    BELLHOP_FAULTS_SEED: String(seed),
    ...(only === null ? {} : { BELLHOP_FAULTS_ONLY: String(only) }),
    ...(args.includes('--told') ? { BELLHOP_FAULTS_TOLD: '1' } : {}),
  })
}
