import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { isSignIn } from '#tests/support/calls.ts'
import { findSharedChromium, openContext, PHONE } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { signInStaff } from '#tests/support/staff.ts'

const APP_ID = '1234567890'
const CATALOGUE = {
  rejected: 'Can not authorise you view Facebook. Your account may not be allowed in here yet.',
  cancelled: 'Facebook login was not completed, please try again.',
}

/** What the network's real script leaves behind, as far as the console uses it: the test says how a login ends. */
const SDK = `window.FB = {
  init: (settings) => { window.fbInit = settings },
  login: (done) => done(window.fbAnswer),
}`

let graph: Server
let server: ServerProcess
let line: FaultProxy
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-facebook-'))
  const environmentsFile = join(folder, 'environments.json')
  const entry = {
    key: 'local',
    label: 'Local',
    value: 'local',
    url: '.',
    secure: false,
    facebookAppId: APP_ID,
  }
  await writeFile(environmentsFile, JSON.stringify([entry]))
  graph = await startGraph()
  const address = graph.address()
  if (typeof address !== 'object' || !address) throw new Error('The stand-in has no port.')
  server = await startServerProcess({
    copyOf: inject('demoData'),
    env: { ENVIRONMENTS_FILE: environmentsFile, FACEBOOK_GRAPH_URL: `http://127.0.0.1:${address.port}` },
  })
  line = await startFaultProxy(server)
})
afterAll(async () => {
  await line.stop()
  await server.remove()
  await new Promise((resolve) => graph.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Stands in for the social network: every token is of our app, and names somebody whom the hotel does not know. */
async function startGraph(): Promise<Server> {
  const started = createServer((request, response) => {
    const isApp = new URL(request.url ?? '/', 'http://graph').pathname === '/app'
    response.end(JSON.stringify({ id: isApp ? APP_ID : 'fb-stranger' }))
  })
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return started
}

/** Walks with a browser in which the network's script is what `serve` makes of it; `asked` counts how often it was. */
async function walkWith(
  serve: (route: Route) => Promise<void>,
  walk: (agent: ConsolePage, asked: () => number) => Promise<void>,
  viewport?: { width: number; height: number },
): Promise<void> {
  const { context, takeProblems, expectProblem } = await openContext(await findSharedChromium('shell'), {
    serviceWorkers: 'block',
    ...(viewport ? { viewport } : {}),
  })
  expectProblem(/connect\.facebook\.net/)
  let asked = 0
  try {
    await context.route('https://connect.facebook.net/**', async (route) => {
      asked += 1
      await serve(route)
    })
    const agent = new ConsolePage(await context.newPage(), line.origin)
    await agent.open()
    await agent.page.getByLabel('Username', { exact: true }).waitFor()
    await walk(agent, () => asked)
    expect(takeProblems()).toEqual([])
  } finally {
    await context.close()
  }
}

const serveSdk = (route: Route) =>
  route.fulfill({
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
    body: SDK,
  })

async function enterFacebook(agent: ConsolePage): Promise<void> {
  await agent.page.getByLabel('Username', { exact: true }).fill(' facebooklogin ')
}

async function answerWith(page: Page, answer: unknown): Promise<void> {
  await page.evaluate((value) => void Reflect.set(window, 'fbAnswer', value), answer)
}

async function clickFacebook(agent: ConsolePage): Promise<void> {
  await agent.page.getByRole('button', { name: 'Facebook Login', exact: true, disabled: false }).click()
}

for (const viewport of [undefined, PHONE]) {
  it(`the network's button takes the place of password and LOGIN, and its token signs in (${viewport?.width ?? 1440} px)`, () =>
    walkWith(
      serveSdk,
      async (agent, asked) => {
        expect(asked()).toBe(0)
        await enterFacebook(agent)
        await agent.button('Facebook Login').waitFor()
        expect(await agent.page.getByLabel('Password', { exact: true }).count()).toBe(0)
        expect(await agent.button('LOGIN').count()).toBe(0)
        await agent.page.getByRole('button', { name: 'Facebook Login', disabled: false }).waitFor()
        expect(asked()).toBe(1)
        expect(await agent.page.evaluate(() => Reflect.get(window, 'fbInit') as unknown)).toMatchObject({
          appId: APP_ID,
          xfbml: false,
        })

        // The environment's own part is shown by the contract's tests; here it knows the person.
        const { user, token } = await signInStaff(server.url, 'agent')
        line.answerOnce(isSignIn, 200, JSON.stringify({ ...user, token }))
        await answerWith(agent.page, {
          status: 'connected',
          authResponse: { accessToken: 'from-the-network' },
        })
        await clickFacebook(agent)
        await agent.waitUntilLive()
      },
      viewport,
    ))
}

it('a script that is blocked is said; Enter does nothing; cancelled there, and refused here; the password is back', () => {
  let isBlocked = true
  return walkWith(
    (route) => (isBlocked ? route.abort('blockedbyclient') : serveSdk(route)),
    async (agent) => {
      await enterFacebook(agent)
      await agent.page.getByText('Facebook can’t be loaded', { exact: false }).waitFor()
      expect(await agent.button('Facebook Login').isDisabled()).toBe(true)
      isBlocked = false
      await agent.button('Try again').click()
      await agent.page.getByRole('button', { name: 'Facebook Login', disabled: false }).waitFor()

      const before = line.seen.filter(isSignIn).length
      await agent.page.getByLabel('Username', { exact: true }).press('Enter')
      await answerWith(agent.page, { status: 'unknown', authResponse: null })
      await clickFacebook(agent)
      // In the catalogue's words, and the form can be used again.
      await agent.page.getByRole('alert').getByText(CATALOGUE.cancelled, { exact: true }).waitFor()
      await answerWith(agent.page, { status: 'connected', authResponse: { accessToken: 'a-stranger' } })
      await clickFacebook(agent)
      await agent.page.getByRole('alert').getByText(CATALOGUE.rejected, { exact: true }).waitFor()
      await agent.page.getByRole('button', { name: 'Facebook Login', disabled: false }).waitFor()
      // The stranger's token alone was brought here; Enter was not.
      expect(line.seen.filter(isSignIn)).toHaveLength(before + 1)
      // Another username brings the password back.
      await agent.enterCredentials('agent')
      await agent.waitUntilLive()
      expect(line.seen.filter(isSignIn)).toHaveLength(before + 2)
    },
  )
})
