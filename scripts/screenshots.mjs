// Makes public/screenshots/{narrow,wide}.png, which the manifest shows to whoever installs Bellhop, of the real product: a
// demonstration hotel of its own, an agent who signs in and takes a chat. Run it by hand after a change of the look:
// npm run screenshots. The next build names what is there.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { buildStale } from './build.mjs'
import { SCREENSHOTS } from './describe-app.mjs'
import { findChromium, NO_CHROMIUM } from './find-chromium.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const FOLDER = join(ROOT, 'public', SCREENSHOTS)
const MAIN = join(ROOT, 'dist', 'server', 'main.js')
const PASSWORD = 'bellhop-demo'
const START_WITHIN_MS = 60_000
const ASK_EVERY_MS = 200

/** What manifests ask for: between 320 and 3840 px, the longer side at most 2.3 times the shorter. */
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }

const executablePath = findChromium()
if (executablePath === null) {
  console.error(NO_CHROMIUM)
  process.exit(1)
}
await buildStale()
mkdirSync(FOLDER, { recursive: true })
const data = mkdtempSync(join(tmpdir(), 'bellhop-pictures-'))
const hotel = await startHotel(data)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  await take('narrow', NARROW, showList)
  await take('wide', WIDE, showConversation)
} finally {
  await browser.close()
  await hotel.stop()
  rmSync(data, { recursive: true, force: true, maxRetries: 3 })
}

async function take(name, options, show) {
  // With everything refused nothing is offered.
  const settings = { colorScheme: 'light', locale: 'en-GB', permissions: [] }
  const context = await browser.newContext({ ...options, ...settings })
  try {
    const page = await context.newPage()
    await page.goto(`${hotel.url}/messenger`)
    await page.getByLabel('Username', { exact: true }).fill('agent')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'LOGIN', exact: true }).click()
    await page.locator('section[aria-label="Conversations"][aria-busy="false"]').waitFor()
    await show(page)
    await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
    console.log(`public/${SCREENSHOTS}/${name}.png`)
  } finally {
    await context.close()
  }
}

async function showList(page) {
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').nth(3).waitFor()
  await settle(page)
}

/** A chat that the bot has, taken over. */
async function showConversation(page) {
  const rows = page.getByRole('list', { name: 'Chats' }).getByRole('link')
  await rows
    .filter({ has: page.getByLabel('answered by') })
    .first()
    .click()
  await page.getByRole('button', { name: 'Take over', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await settle(page)
}

/** Nothing is being fetched, and no pointer is over anything. */
async function settle(page) {
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page
    .locator('[role="status"][aria-label="Loading"]:not(:empty)')
    .first()
    .waitFor({ state: 'detached' })
}

/** A demonstration hotel of its own, on a port that nobody has. */
async function startHotel(folder) {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, NODE_ENV: 'development', HOST: '127.0.0.1', SEED: 'demo' }
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: { ...env, DEMO_PASSWORD: PASSWORD, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const until = Date.now() + START_WITHIN_MS
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill()
      throw new Error('the hotel did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  return {
    url,
    async stop() {
      child.kill()
      await ended
    },
  }
}

async function isHealthy(url) {
  try {
    return (await fetch(`${url}/api/health`)).ok
  } catch {
    return false
  }
}

function findPort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
