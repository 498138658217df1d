import type { AlertContext, ConsoleWindow } from './alert-context.ts'

export const MESSENGER = '/messenger'

export function addressOf(chatId: string): string {
  return `${MESSENGER}/${encodeURIComponent(chatId)}`
}

/** Brings the console to the front at an address: a window that is there already, else any, else a new one (W3). */
export async function openConsole({ windows }: AlertContext, address: string): Promise<void> {
  const all = await windows.list()
  const there = all.find(({ url }) => new URL(url).pathname === address)
  if (there) return void (await there.focus())
  const window = all.find(({ focused }) => focused) ?? all.find(isVisible) ?? all[0]
  if (!window || !(await moveTo(window, address))) await windows.open(address)
}

/** Not where the window went away meanwhile, or is one that the browser does not let us move. */
async function moveTo(window: ConsoleWindow, address: string): Promise<boolean> {
  try {
    await (await window.focus()).navigate(address)
    return true
  } catch {
    return false
  }
}

function isVisible({ visibilityState }: ConsoleWindow): boolean {
  return visibilityState === 'visible'
}
