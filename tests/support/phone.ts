import { PHONE } from './chromium.ts'
import type { ConsolePage } from './console-page.ts'

/**
 * From here on this tab is on a phone: its size, its viewport and a finger in place of a mouse, as in a profile that was
 * opened with `PHONE`. For what is drawn; a journey about the first load opens such a profile.
 */
export async function turnIntoPhone({ page }: ConsolePage): Promise<void> {
  await page.setViewportSize(PHONE)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...PHONE, deviceScaleFactor: 1, mobile: true })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.waitForFunction(
    (width) => window.innerWidth === width && matchMedia('(pointer: coarse)').matches,
    PHONE.width,
    { polling: 50 },
  )
}
