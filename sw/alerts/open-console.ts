import type { WindowPerson } from '#src/sync/window-messages.ts'
import type { ConsoleWindow, ConsoleWindows } from './alert-context.ts'
import { askWindow } from './ask-window.ts'

export const MESSENGER = '/messenger'
/** A guest's page is of this address too, and is nobody's console. */
const NO_CONSOLE = /^\/guest(\/|$)/

export function addressOf(chatId: string): string {
  return `${MESSENGER}/${encodeURIComponent(chatId)}`
}

/**
 * Brings the console to the front at a path, for a person or for whoever there is (W3). A window in which it runs goes there
 * by itself, so that nothing in it is lost: best the one that is there already, else the one in front. Where none answers, a
 * frozen one or one of an older build loads the address, and where there is none either, a new one.
 */
export async function openConsole(
  windows: ConsoleWindows,
  path: string,
  person: WindowPerson | null,
): Promise<void> {
  const all = (await windows.list()).filter((window) => !NO_CONSOLE.test(readPath(window)))
  const ranked = [...all].sort((one, other) => rank(other, path) - rank(one, path))
  // All at once: a frozen one in front costs the time of one.
  const answers = ranked.map((window) => askWindow(window, person, windows.answerWithinMs))
  const silent: ConsoleWindow[] = []
  for (const [index, window] of ranked.entries()) {
    const answer = await answers[index]
    if (answer === undefined) silent.push(window)
    if (answer !== true) continue
    await focusIfLet(window)
    return window.postMessage({ type: 'SHOW_PATH', path })
  }
  const [first] = silent
  if (!first || !(await load(first, path))) await windows.open(path)
}

function rank(window: ConsoleWindow, path: string): number {
  if (readPath(window) === path) return 3
  if (window.focused) return 2
  return window.visibilityState === 'visible' ? 1 : 0
}

function readPath({ url }: ConsoleWindow): string {
  return new URL(url).pathname
}

/** A browser lets a worker do so for a few seconds after a click; the window shows the path all the same. */
async function focusIfLet(window: ConsoleWindow): Promise<void> {
  await window.focus().catch(() => undefined)
}

/** Not where the window went away meanwhile, or is one that the browser does not let us move. */
async function load(window: ConsoleWindow, path: string): Promise<boolean> {
  try {
    const front = await window.focus()
    if (readPath(window) !== path) await front.navigate(path)
    return true
  } catch {
    return false
  }
}
