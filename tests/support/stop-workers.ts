import type { Page } from 'playwright-core'

/** Stops the workers of the page's profile, as the browser does with those that have nothing to do. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}
