import type { Page } from 'playwright-core'

/** What a browser's person has said of notifications at an address: `prompt` is nothing yet. */
export type NotificationSetting = 'granted' | 'denied' | 'prompt'

/** Sets it for the page's whole profile, as in the browser's settings: open pages are told. */
export async function setNotifications(
  page: Page,
  origin: string,
  setting: NotificationSetting,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    const { targetInfo } = await session.send('Target.getTargetInfo')
    const { browserContextId } = targetInfo
    await session.send('Browser.setPermission', {
      permission: { name: 'notifications' },
      setting,
      origin,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    })
  } finally {
    await session.detach()
  }
}
