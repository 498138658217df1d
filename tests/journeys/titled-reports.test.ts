import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { journeyAlone } from '#tests/support/journey.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'

let other: Server
let folder: string
let file: string

beforeAll(async () => {
  other = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    if (request.url === '/goals')
      response.end('<h1>Goals of the week</h1><script>top.location = "about:blank"</script>')
    if (request.url === '/closed') {
      response.setHeader('x-frame-options', 'SAMEORIGIN')
      response.end('<h1>Closed</h1>')
    }
    if (request.url === '/nosy') response.end('<h1>Nosy</h1>')
    // Another path is never answered.
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  if (typeof address !== 'object' || !address) throw new Error('the other system has no port')
  const at = (path: string) => `http://127.0.0.1:${address.port}${path}`
  folder = await mkdtemp(join(tmpdir(), 'bellhop-dashboards-'))
  file = join(folder, 'environments.json')
  const dashboards = {
    hotel: [
      { title: 'Goals', url: at('/goals') },
      { title: 'Campaigns <b>', url: at('/hangs') },
      { title: 'Intents', url: at('/closed') },
    ],
    casino: [{ title: 'Nosy', url: at('/nosy') }],
  }
  const entry = {
    key: 'local',
    label: 'Local',
    value: 'local',
    url: '.',
    secure: false,
    botType: 'hotel',
    dashboards,
  }
  await writeFile(file, JSON.stringify([entry]))
})
afterAll(async () => {
  other.closeAllConnections()
  await new Promise((resolve) => other.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

describe('reports of other systems (specification section 2)', () => {
  journeyAlone(
    'are chosen from a menu, and shown in a frame that can’t lead the console away; one that does not answer says so',
    async (hotel) => {
      const manager = await (await hotel.openDesk()).openTab()
      const { page } = manager
      await manager.signInAt('/report-page', 'manager')
      const menu = page.getByRole('combobox', { name: 'Report' })
      await menu.waitFor()
      expect(await menu.getByRole('option').allTextContents()).toEqual([
        'Reporting',
        'Goals',
        'Campaigns <b>',
        'Intents',
      ])
      await menu.selectOption('Goals')
      await page.waitForURL(({ pathname }) => pathname === '/report-page/Goals')
      await page.frameLocator('iframe').getByRole('heading', { name: 'Goals of the week' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/report-page/Goals')
      // It has tried: the browser says so.
      expect(hotel.takeProblems().join('\n')).toContain('Unsafe attempt to initiate navigation')
      await lookAt(manager, 'titled-report')

      await menu.selectOption('Campaigns <b>')
      await page.getByRole('status').getByText('Loading report').waitFor()
      const way = page.getByRole('alert').getByRole('link', { name: 'Open it in a tab' })
      await way.waitFor()
      expect(await way.getAttribute('href')).toMatch(/\/hangs$/)
      await lookOnPhone(manager, 'titled-report-missing')

      await menu.selectOption('Intents')
      await page.getByRole('alert').getByText('it may not be shown inside another page').waitFor()
      expect(await page.getByRole('alert').getByRole('link').getAttribute('href')).toMatch(/\/closed$/)
      // The browser says why in its own words.
      hotel.takeProblems()
      await lookAt(manager, 'titled-report-refused')

      await manager.open('/report-page/Nosy')
      await page.getByText('There is no report “Nosy” in this environment.', { exact: false }).waitFor()
      await menu.selectOption('Reporting')
      await page.getByRole('tab', { name: 'Dashboard' }).waitFor()
    },
    { readSettings: () => ({ ENVIRONMENTS_FILE: file }) },
  )
})
