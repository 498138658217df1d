import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { journey } from '#tests/support/journey.ts'
import { waitForFocus } from '#tests/support/keyboard.ts'

/** STYLE, the look: every touch target is at least 44 px on phones. */
const TOUCH_PX = 44

describe('on a phone', () => {
  journey('one column at a time: list, thread, guest card and back', async (hotel) => {
    const agent = await (await hotel.openDesk({ viewport: PHONE, colorScheme: 'dark' })).openTab()
    const guest = await hotel.openGuestInNeed('Ana Ruiz')
    await agent.signIn('agent')
    const { page } = agent
    // What looks after the focus comes after the rows, with this.
    await page.getByRole('status', { name: 'Announcements' }).waitFor({ state: 'attached' })
    expect(await listSmallTargets(agent)).toEqual([])
    expect(await isScrolledSideways(agent)).toBe(false)

    await agent.chooseChat(guest.chatId)
    await agent.chats.waitFor({ state: 'hidden' })
    // A link that leaves the screen with its column hands the keyboard to the one that comes.
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    await waitForFocus(column('Ana Ruiz'))
    await agent.takeOver()
    await agent.write('on my way')
    await guest.waitForStaffTexts(['on my way'])
    expect(await listSmallTargets(agent)).toEqual([])
    expect(await isScrolledSideways(agent)).toBe(false)

    await page.getByRole('link', { name: 'Guest card', exact: true }).click()
    const card = page.getByRole('complementary', { name: 'Guest card' })
    await card.getByRole('heading', { name: 'Ana Ruiz' }).waitFor()
    await agent.thread.waitFor({ state: 'hidden' })
    await waitForFocus(card)
    expect(await agent.chats.isVisible()).toBe(false)
    expect(await listSmallTargets(agent)).toEqual([])
    expect(await isScrolledSideways(agent)).toBe(false)
    await card.getByRole('link', { name: 'Show messages' }).click()
    await agent.thread.waitFor()
    await card.waitFor({ state: 'hidden' })
    await waitForFocus(column('Ana Ruiz'))

    await page.getByRole('link', { name: 'Guest card', exact: true }).click()
    await card.getByRole('link', { name: 'Back' }).click()
    await agent.chats.waitFor()
    await card.waitFor({ state: 'hidden' })
    await waitForFocus(column('Conversations'))
    await page.waitForURL((url) => url.pathname + url.search === '/messenger?chatFilter=all&chatType=all')

    await agent.chooseChat(guest.chatId)
    await page.getByRole('link', { name: 'Back', exact: true }).first().click()
    await agent.chats.waitFor()
    await agent.thread.waitFor({ state: 'hidden' })
    await page.waitForURL((url) => url.pathname === '/messenger')
    await waitForFocus(column('Conversations'))
  })
})

/** Buttons and links that a thumb would miss. Links within a text are as high as their line. */
function listSmallTargets(agent: ConsolePage): Promise<string[]> {
  return agent.page.evaluate((least) => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>('button, a[href], [role="button"], input, textarea'),
    ]
    return targets.flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const isShown = width > 1 && height > 1 && getComputedStyle(target).visibility === 'visible'
      if (!isShown || target.closest('p, [role="log"] span') !== null) return []
      if (width >= least - 0.5 && height >= least - 0.5) return []
      const name = target.getAttribute('aria-label') ?? target.textContent
      return [`${name} is ${Math.round(width)} x ${Math.round(height)}`]
    })
  }, TOUCH_PX)
}

function isScrolledSideways(agent: ConsolePage): Promise<boolean> {
  return agent.page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
}
