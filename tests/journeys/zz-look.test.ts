import { describe } from 'vitest'
import { DESKTOP, PHONE } from '#tests/support/chromium.ts'
import { journey } from '#tests/support/journey.ts'

describe('look', () => {
  journey('pics', async (hotel) => {
    const agent = await (await hotel.openDesk()).openTab()
    await agent.signIn('admin')
    const screens = [
      ['tickets', '/tickets'],
      ['tickets-new', '/tickets/New'],
      ['tickets-progress', '/tickets/In%20Progress'],
      ['assignees', '/config/assignees'],
      ['assignee', '/config/assignees/edit/assignee-tomas'],
      ['queues', '/config/queues'],
      ['queue-fixed', '/config/queues/edit/queue-front-desk'],
      ['integrations', '/config/integrations'],
      ['integration', '/config/integrations/edit/integration-pms'],
    ] as const
    for (const [name, path] of screens) {
      await agent.page.setViewportSize(DESKTOP)
      await agent.open(path)
      await agent.page.locator('h1').waitFor()
      await agent.page.locator('[data-id], form').first().waitFor()
      for (const [size, viewport] of [['desktop', DESKTOP], ['phone', PHONE]] as const) {
        await agent.page.setViewportSize(viewport)
        for (const theme of ['light', 'dark'] as const) {
          await agent.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
          await agent.page.waitForTimeout(300)
          await agent.page.screenshot({ path: `/tmp/e-pics/${name}-${size}-${theme}.png` })
        }
      }
    }
    console.log(agent.page.url())
  })
})
