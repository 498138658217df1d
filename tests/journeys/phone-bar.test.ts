import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { journey } from '#tests/support/journey.ts'
import { lookAt } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What a thumb hits (STYLE, The look). */
const TARGET_PX = 44

describe('the bar of a phone', () => {
  journey('has five links at most; More leads to all screens, by thumb and by keys', async (hotel) => {
    const admin = await (await hotel.openDesk({ viewport: PHONE })).openTab()
    await admin.signIn('admin')
    const bar = admin.page.getByRole('navigation', { name: 'Main' })
    const more = bar.getByRole('button', { name: 'More', exact: true })
    await more.waitFor()
    expect(await readBar(admin)).toEqual(['Conversations', 'Unsent', 'Responses', 'Intents', 'More'])
    for (const box of await readBoxes(admin)) {
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(TARGET_PX)
      expect(box.isCutOff).toBe(false)
    }
    expect(await more.getAttribute('aria-current')).toBeNull()

    await more.click()
    await admin.page.getByRole('menuitem', { name: 'Tickets', exact: true }).click()
    await admin.page.getByRole('heading', { name: 'Tickets', exact: true }).waitFor()
    await admin.page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await more.getAttribute('aria-current')).toBe('true')

    await more.focus()
    await admin.page.keyboard.press('Enter')
    await admin.page.getByRole('menu').waitFor()
    const current = admin.page.locator('[role="menuitem"][aria-current="page"]')
    expect(await current.allInnerTexts()).toEqual(['Tickets'])
    await lookAt(admin, 'more')
    await admin.page.keyboard.press('End')
    expect(await readFocused(admin)).toBe('Audit')
    await admin.page.keyboard.press('Escape')
    await admin.page.getByRole('menu').waitFor({ state: 'detached' })
    await waitFor('the focus to be back', async () => (await readFocused(admin)) === 'More')
  })

  journey('and a short header of an admin leave nothing out of the window', async (hotel) => {
    const admin = await (await hotel.openDesk({ viewport: { width: 800, height: 900 } })).openTab()
    await admin.signIn('admin')
    for (const width of [800, 1000, 1279, 1280]) {
      await admin.page.setViewportSize({ width, height: 900 })
      await waitFor(`a header of ${width} px`, () =>
        admin.page.evaluate(
          (px) => window.innerWidth === px && (document.scrollingElement?.scrollWidth ?? 0) <= px,
          width,
        ),
      )
      const count = width < 1280 ? 1 : 0
      // The window has its width before the header is drawn for it.
      await waitFor(`${count} More`, async () => (await admin.button('More').count()) === count)
    }
    expect(await admin.page.getByRole('link', { name: 'Reporting', exact: true }).isVisible()).toBe(true)
  })

  journey('has all of a manager’s links', async (hotel) => {
    const manager = await (await hotel.openDesk({ viewport: PHONE })).openTab()
    await manager.signIn('manager')
    await manager.page.getByRole('link', { name: 'Responses', exact: true }).waitFor()
    expect(await readBar(manager)).toEqual(['Conversations', 'Unsent', 'Responses', 'Reporting'])
  })
})

function listLinks({ page }: ConsolePage) {
  const bar = page.getByRole('navigation', { name: 'Main' })
  return bar.locator(':is(a, button):visible').filter({ hasNot: page.locator('[aria-label="Channels"] *') })
}

async function readBar(tab: ConsolePage): Promise<string[]> {
  const words = await listLinks(tab).allInnerTexts()
  return words.map((text) => text.trim())
}

function readBoxes(tab: ConsolePage) {
  return listLinks(tab).evaluateAll((links) =>
    links.map((link) => {
      const { width, height } = link.getBoundingClientRect()
      const words = link.querySelector('span')
      return { width, height, isCutOff: words !== null && words.scrollWidth > words.clientWidth }
    }),
  )
}

function readFocused({ page }: ConsolePage): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
}
