import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { openHotel, type Hotel, type Kind } from './hotel.ts'

const BOTH: readonly Kind[] = ['extended', 'plain']
const RESULTS = join(process.cwd(), 'test-results')

interface JourneyOptions {
  /** The environments it is walked in; both unless an extension is what it is about. */
  kinds?: readonly Kind[]
}

/**
 * Sets up a file of journeys: one Chromium for all of them, and for each a hotel of its own. Returns what declares a
 * journey: a vitest test per kind of environment. Where one fails, what its tabs showed and its server said is in
 * `test-results/`.
 */
export function setUpJourneys() {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  return function journey(
    name: string,
    walk: (hotel: Hotel) => Promise<void>,
    { kinds = BOTH }: JourneyOptions = {},
  ): void {
    it.each(kinds)(`${name} (%s environment)`, async (kind) => {
      if (!browser) throw new Error('Chromium is not running.')
      const hotel = await openHotel(browser, kind, inject('demoData'))
      const folder = join(RESULTS, `${name} ${kind}`.replace(/[^\w]+/g, '-'))
      await rm(folder, { recursive: true, force: true })
      try {
        await walk(hotel)
        failOnProblems(hotel)
      } catch (error) {
        await keepEvidence(hotel, folder)
        throw error
      } finally {
        await hotel.close()
      }
    })
  }
}

/** STYLE rule 13: an unexpected console.error or uncaught error fails the journey. */
function failOnProblems(hotel: Hotel): void {
  const problems = hotel.takeProblems()
  if (problems.length > 0) throw new Error(`Unexpected errors in the browser:\n${problems.join('\n')}`)
}

async function keepEvidence(hotel: Hotel, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await hotel.savePictures(folder)
  await writeFile(join(folder, 'server.log'), hotel.server.readOutput())
  await writeFile(join(folder, 'problems.txt'), hotel.takeProblems().join('\n'))
  await writeFile(
    join(folder, 'line.txt'),
    hotel.line.seen.map(({ method, path }) => `${method} ${path}`).join('\n'),
  )
}
