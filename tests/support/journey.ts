import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { openHotel, type Hotel } from './hotel.ts'
import type { ServerProcess } from './server-process.ts'
import { findSharedServer, startDemoServer, type Kind, type RunningServer } from './shared-servers.ts'

const BOTH: readonly Kind[] = ['extended', 'plain']
const RESULTS = join(process.cwd(), process.env['BELLHOP_RESULTS'] ?? 'test-results')

interface JourneyOptions {
  /** The environments it is walked in; both unless an extension is what it is about. */
  kinds?: readonly Kind[]
}

/**
 * Sets up a file of journeys with one Chromium for all of them. `journey` declares one, a vitest test per kind of
 * environment, walked in an environment that others used before; `journeyAlone` one that needs a demonstration hotel as
 * it was made, or stops it. Where one fails, what its tabs showed and its server said is in `test-results/`.
 */
export function setUpJourneys() {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  async function walkIn<Server extends RunningServer>(
    name: string,
    kind: Kind,
    server: Server,
    walk: (hotel: Hotel<Server>) => Promise<void>,
  ): Promise<void> {
    if (!browser) throw new Error('Chromium is not running.')
    const hotel = await openHotel(browser, kind, server)
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
  }

  return {
    journey(
      name: string,
      walk: (hotel: Hotel) => Promise<void>,
      { kinds = BOTH }: JourneyOptions = {},
    ): void {
      it.each(kinds)(`${name} (%s environment)`, async (kind) => {
        await walkIn(name, kind, await findSharedServer(inject('sharedServers'), kind), walk)
      })
    },
    journeyAlone(
      name: string,
      walk: (hotel: Hotel<ServerProcess>) => Promise<void>,
      { kinds = BOTH }: JourneyOptions = {},
    ): void {
      it.each(kinds)(`${name} (%s environment)`, async (kind) => {
        const server = await startDemoServer(kind, inject('demoData'))
        try {
          await walkIn(name, kind, server, walk)
        } finally {
          await server.remove()
        }
      })
    },
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
  await writeFile(join(folder, 'server.log'), await hotel.server.readOutput())
  await writeFile(join(folder, 'problems.txt'), hotel.takeProblems().join('\n'))
  await writeFile(
    join(folder, 'line.txt'),
    hotel.line.seen.map(({ method, path }) => `${method} ${path}`).join('\n'),
  )
}
