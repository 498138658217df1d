import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, it } from 'vitest'
import { NEEDS_WHOLE_BROWSER } from '#scripts/find-chromium.mjs'
import { findSharedChromium, hasWholeBrowser, type BrowserKind } from './chromium.ts'
import { openHotel, type Hotel } from './hotel.ts'
import type { ServerProcess } from './server-process.ts'
import {
  findEmbeddedData,
  findSharedServer,
  startHotelServer,
  type HotelName,
  type Kind,
  type RunningServer,
} from './shared-servers.ts'

/** For what an environment without the contract's extensions does in another way. */
export const BOTH_KINDS: JourneyOptions = { kinds: ['extended', 'plain'] }
/** For what waits for deadlines most of the time: both kinds are walked at once, each in an environment of its own. */
export const BOTH_AT_ONCE: JourneyOptions = { ...BOTH_KINDS, isMostlyWaiting: true }
/** For what needs long chats, or a list that is full. */
export const WHOLE_HOTEL: JourneyOptions = { hotel: 'demo' }
/** For what is the browser's more than the page's, where there is one: its caches, what it does with no page open. */
export const WHOLE_BROWSER = { browser: 'whole' } as const
/** For what a headless shell has not got: notifications, and asking again for a script that did not arrive. */
export const ONLY_WHOLE_BROWSER = { ...WHOLE_BROWSER, isWholeNeeded: true } as const
const RESULTS = join(process.cwd(), process.env['BELLHOP_RESULTS'] ?? 'test-results')

interface JourneyOptions {
  /** The environments it is walked in, each a test of its own; only the extended one if not given. */
  kinds?: readonly Kind[]
  /** The quiet one if not given. */
  hotel?: HotelName
  /** The headless shell if not given. */
  browser?: BrowserKind
  /** It is left out, and said to be, where this machine has but a headless shell. */
  isWholeNeeded?: boolean
  /** Walked beside the other such journeys of its file; no two of them share an environment. */
  isMostlyWaiting?: boolean
}

interface AloneOptions extends JourneyOptions {
  /** Its quiet hotel is on the embedded database, which ends with its process. */
  isEmbedded?: boolean
  /** Settings of the environment's own, asked for when it starts. */
  readSettings?: () => Record<string, string>
}

/** Declares a journey in an environment that others used before: `kinds` are tests of their own. */
export function journey(
  name: string,
  walk: (hotel: Hotel) => Promise<void>,
  {
    kinds = ['extended'],
    hotel = 'quiet',
    browser = 'shell',
    isWholeNeeded = false,
    isMostlyWaiting = false,
  }: JourneyOptions = {},
): void {
  const isLeftOut = isWholeNeeded && !hasWholeBrowser()
  const title = entitle(name, isLeftOut)
  it.skipIf(isLeftOut).each(kinds)(title, { concurrent: isMostlyWaiting }, async (kind) => {
    const server = await findSharedServer(inject('sharedServers'), hotel, kind)
    try {
      await walkIn({ name, kind, browser, server }, walk)
    } finally {
      await server.leave()
    }
  })
}

/** Declares a journey that needs a hotel as it was made, or stops it. */
export function journeyAlone(
  name: string,
  walk: (hotel: Hotel<ServerProcess>) => Promise<void>,
  {
    kinds = ['extended'],
    hotel = 'quiet',
    browser = 'shell',
    isWholeNeeded = false,
    isMostlyWaiting = false,
    isEmbedded = false,
    readSettings = () => ({}),
  }: AloneOptions = {},
): void {
  const isLeftOut = isWholeNeeded && !hasWholeBrowser()
  const title = entitle(name, isLeftOut)
  it.skipIf(isLeftOut).each(kinds)(title, { concurrent: isMostlyWaiting }, async (kind) => {
    const made = inject(hotel === 'demo' ? 'demoData' : 'quietData')
    const data = isEmbedded ? await findEmbeddedData(inject('sharedServers')) : made
    const server = await startHotelServer(kind, data, readSettings())
    try {
      await walkIn({ name, kind, browser, server }, walk)
    } finally {
      await server.remove()
    }
  })
}

function entitle(name: string, isLeftOut: boolean): string {
  const title = `${name} (%s environment)`
  return isLeftOut ? `${title} ${NEEDS_WHOLE_BROWSER}` : title
}

/** Where it fails, what its tabs showed and its server said is in `test-results/`. */
async function walkIn<Server extends RunningServer>(
  { name, kind, browser, server }: { name: string; kind: Kind; browser: BrowserKind; server: Server },
  walk: (hotel: Hotel<Server>) => Promise<void>,
): Promise<void> {
  // What takes the whole browser is about what the worker does.
  const isWorkerLate = browser === 'shell'
  const hotel = await openHotel(await findSharedChromium(browser), { kind, server, isWorkerLate })
  const folder = join(RESULTS, `${name} ${kind}`.replace(/[^\w]+/g, '-'))
  await rm(folder, { recursive: true, force: true })
  try {
    await walk(hotel)
    failOnProblems(hotel)
  } catch (error) {
    await keepEvidence(hotel, folder)
    // Where only what was printed is left, too.
    if (error instanceof Error)
      error.stack = `${error.stack}\nWhat the tabs showed:\n${await hotel.describeTabs()}`
    throw error
  } finally {
    await hotel.close()
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
