import type { ConsolePage } from './console-page.ts'

/** From here on this tab's browser agrees, when it is asked, to keep what is stored (D7). */
export async function promiseToKeep({ page }: ConsolePage): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const { browserContextId } = targetInfo
  if (browserContextId === undefined) throw new Error('The tab belongs to no profile.')
  await session.send('Browser.grantPermissions', { browserContextId, permissions: ['durableStorage'] })
}
