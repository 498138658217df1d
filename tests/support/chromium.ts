import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { findChromium, findHeadlessShell, isHeadlessShell, NO_CHROMIUM } from '#scripts/find-chromium.mjs'

/**
 * Chromium heeds the last such list only, so what Playwright switches off stands here too. The first two are pages of
 * the address bar's own, which the full browser loads with every tab: they took most of what a tab costs.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
/** A process held ready for the next tab, as people's browsers do: the cores that the journeys share pay for it. */
const RESERVE = 'SpareRendererForSitePerProcess'
/** For a browser that starts a tab as quickly as people's do. */
export const FLAGS = listFlags(FEATURES_OFF)
const FRUGAL_FLAGS = listFlags([...FEATURES_OFF, RESERVE])

function listFlags(featuresOff: readonly string[]): string[] {
  return [
    `--disable-features=${featuresOff.join(',')}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

/** The whole browser, or its headless shell where this machine has one: enough for what is about the page alone. */
export type BrowserKind = 'whole' | 'shell'

/** Whether more than a headless shell was found. Where nothing was, starting one says so. */
export function hasWholeBrowser(): boolean {
  const path = findChromium()
  return path === null || !isHeadlessShell(path)
}

/** Starts the Chromium of this machine, headless. Throws with what to install where there is none. */
export async function launchChromium(kind: BrowserKind = 'whole'): Promise<Browser> {
  const executablePath = (kind === 'shell' ? findHeadlessShell() : null) ?? findChromium()
  if (executablePath === null) throw new Error(NO_CHROMIUM)
  return chromium.launch({ executablePath, args: FRUGAL_FLAGS, headless: true })
}

/** A profile in a folder, which is no private window as the other profiles are. Close it. */
export function openProfile(folder: string, viewport = DESKTOP): Promise<BrowserContext> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error(NO_CHROMIUM)
  return chromium.launchPersistentContext(folder, {
    executablePath,
    args: FRUGAL_FLAGS,
    headless: true,
    locale: 'en-GB',
    ...describeScreen(viewport),
  })
}

const shared = new Map<BrowserKind, Promise<Browser>>()

/**
 * The Chromium of this vitest worker, whose files are not isolated: a start costs as much as a short journey. It ends
 * with the worker. One that crashed is replaced.
 */
export async function findSharedChromium(kind: BrowserKind): Promise<Browser> {
  const known = shared.get(kind)
  const running = await known?.catch(() => undefined)
  if (running?.isConnected()) return running
  // Journeys that are walked at once ask together: the first of them starts it.
  const others = shared.get(kind)
  if (others && others !== known) return others
  const launched = launchChromium(kind)
  shared.set(kind, launched)
  return launched
}

/** A browser profile of its own whose pages are watched: see `takeProblems`. */
export interface WatchedContext {
  context: BrowserContext
  /** Errors on the console and uncaught ones that no `expectProblem` names; reading them clears them. */
  takeProblems(): string[]
  /** Says that an error with these words is what this test provokes. */
  expectProblem(words: RegExp): void
}

export interface ContextOptions {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** What the person reads first; English of Britain if not given. */
  locale?: string
  permissions?: string[]
  /** Without a worker everything comes over the line. */
  serviceWorkers?: 'allow' | 'block'
}

/** What Chromium says of a worker's script that the line, or a page that is left, breaks off. */
const LOST_SCRIPT = 'An unknown error occurred when fetching the script.'
/** As for whatever else a test waits for (`wait-for`). */
const PAGE_TIMEOUT_MS = 60_000

/** Opens a profile. STYLE rule 13: an unexpected console.error fails a test. */
export async function openContext(browser: Browser, options: ContextOptions = {}): Promise<WatchedContext> {
  const { viewport = DESKTOP, colorScheme = 'light', locale = 'en-GB' } = options
  const { permissions, serviceWorkers = 'allow' } = options
  const settings: BrowserContextOptions = {
    ...describeScreen(viewport),
    colorScheme,
    serviceWorkers,
    locale,
    // What moves is drawn sixty times a second, by the cores that the journeys share.
    reducedMotion: 'reduce',
  }
  if (permissions) settings.permissions = permissions
  const context = await browser.newContext(settings)
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  if (permissions?.includes('background-sync') && !hasWholeBrowser()) {
    await context.addInitScript(standInForSync)
  }
  const problems: string[] = []
  const expected: RegExp[] = []
  context.on('page', (page) => watchPage(page, problems))
  return {
    context,
    takeProblems: () =>
      problems.splice(0).filter((problem) => !expected.some((words) => words.test(problem))),
    expectProblem: (words) => void expected.push(words),
  }
}

/**
 * A headless shell refuses to wake a worker later. What it was asked for is remembered, as a browser does; the event itself
 * is made by the tests everywhere (`worker-watch`). Runs in the page, before its own code.
 */
function standInForSync(): void {
  const manager: unknown = Reflect.get(window, 'SyncManager')
  const prototype: unknown = typeof manager === 'function' ? manager.prototype : null
  if (typeof prototype !== 'object' || prototype === null) return
  const tags = new Set<string>()
  Object.assign(prototype, {
    register: (tag: string) => Promise.resolve(void tags.add(tag)),
    getTags: () => Promise.resolve([...tags]),
  })
}

/** A small screen is a phone's, with a finger in place of a mouse. */
function describeScreen({ width, height }: { width: number; height: number }): BrowserContextOptions {
  const isPhone = width < 800
  return { viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone }
}

function watchPage(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const from = message.location().url
    if (isNetworkNotice(message.text(), from)) return
    problems.push(`console.error: ${message.text()} (${from})`)
  })
}

/**
 * Chromium itself writes an error for every call that fails or answers 4xx or 5xx. A line that fails and an answer that
 * refuses are what these tests are about; a missing script or style is not.
 */
function isNetworkNotice(text: string, from: string): boolean {
  if (text.startsWith('WebSocket connection to') || text === LOST_SCRIPT) return true
  if (!text.startsWith('Failed to load resource')) return false
  return text.includes('net::ERR_') || (URL.canParse(from) && new URL(from).pathname.startsWith('/api/'))
}
