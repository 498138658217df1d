import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openProfile, PHONE } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const OFFER = 'Install Bellhop on this device?'

describe('installing Bellhop', () => {
  journey('the browser finds nothing in its way', async (hotel) => {
    // Nothing can be installed in a private window, which other journeys' profiles are.
    const folder = await mkdtemp(join(tmpdir(), 'bellhop-profile-'))
    const context = await openProfile(folder, PHONE)
    try {
      const agent = new ConsolePage(await context.newPage(), hotel.line.origin)
      await agent.signIn('agent')
      await hotel.keepConsoles()
      const session = await context.newCDPSession(agent.page)
      await waitFor('nothing to be in the way', async () => {
        const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
        if (installabilityErrors.length > 0) throw new Error(JSON.stringify(installabilityErrors))
        return true
      })
      const manifest = await session.send('Page.getAppManifest')
      expect(manifest.errors).toEqual([])
      expect(manifest.url).toBe(`${hotel.line.origin}/manifest.webmanifest`)
      const read: unknown = JSON.parse(manifest.data ?? 'null')
      expect(read).toMatchObject({ id: '/', scope: '/', display: 'standalone', start_url: '/messenger' })
    } finally {
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  })

  journey(
    'is offered once, after the first answered chat, and is always on the screen about alerts',
    async (hotel) => {
      const desk = await hotel.openDesk({ viewport: PHONE })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await offerToInstall(agent)
      const guest = await takeNextChat(hotel, agent)
      expect(await agent.page.getByText(OFFER).count()).toBe(0)
      await agent.write('On my way.')
      await guest.waitForStaffTexts(['On my way.'])
      // On a phone a chat has the whole screen, and nothing is said above it.
      await agent.waitUntilUnsent(0)
      expect(await agent.page.getByText(OFFER, { exact: false }).count()).toBe(0)
      await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
      await agent.page.getByText(OFFER, { exact: false }).waitFor()
      await agent.button('Install').click()
      await agent.page.getByText(OFFER, { exact: false }).waitFor({ state: 'detached' })
      expect(await readAsked(agent)).toBe(1)

      await agent.open('/alerts')
      await offerToInstall(agent)
      await agent.button('Install').click()
      await agent.page.getByText('It is being installed.', { exact: false }).waitFor()
      expect(await readAsked(agent)).toBe(1)
      await agent.page.getByRole('link', { name: 'Conversations' }).first().click()
      await agent.chats.waitFor()
      expect(await agent.page.getByText(OFFER, { exact: false }).count()).toBe(0)
    },
  )
})

/** Headless, and in a private window, a browser never says that it can be asked: this page hears it all the same. */
async function offerToInstall({ page }: ConsolePage): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['asked'] = '0'
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        const { dataset } = document.documentElement
        dataset['asked'] = String(Number(dataset['asked']) + 1)
        return Promise.resolve()
      },
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    window.dispatchEvent(event)
  })
}

/** How often the browser was asked to install. */
function readAsked({ page }: ConsolePage): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset['asked']))
}
