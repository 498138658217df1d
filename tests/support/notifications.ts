import type { Browser, CDPSession, Page } from 'playwright-core'

/** What a browser's person has said of notifications at an address: `prompt` is nothing yet. */
export type NotificationSetting = 'granted' | 'denied' | 'prompt'

/** A setting holds as long as the session that made it: the browser's own outlives every tab. */
const sessions = new WeakMap<Browser, Promise<CDPSession>>()

/** Sets it for the page's whole profile, as in the browser's settings: open pages are told. */
export async function setNotifications(
  page: Page,
  origin: string,
  setting: NotificationSetting,
): Promise<void> {
  const { browserContextId } = await readTarget(page)
  const browser = page.context().browser()
  const session = browser ? await openSession(browser) : await page.context().newCDPSession(page)
  await session.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting,
    origin,
    ...(browserContextId === undefined ? {} : { browserContextId }),
  })
}

function openSession(browser: Browser): Promise<CDPSession> {
  const session = sessions.get(browser) ?? browser.newBrowserCDPSession()
  sessions.set(browser, session)
  return session
}

async function readTarget(page: Page): Promise<{ browserContextId?: string }> {
  const session = await page.context().newCDPSession(page)
  try {
    return (await session.send('Target.getTargetInfo')).targetInfo
  } finally {
    await session.detach()
  }
}
