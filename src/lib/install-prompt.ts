import { createStore, type Store } from './store.ts'

/** What Chromium gives a page that can be installed; other browsers have no such thing. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer to install Bellhop, kept until somebody taps for it; null where there is none. */
const kept: Store<InstallEvent | null> = createStore<InstallEvent | null>(null)

/** Whether the browser can be asked to install. */
export const canInstall: Store<boolean> = createStore(false)
kept.subscribe(() => canInstall.set(kept.get() !== null))

/** Keeps the browser from asking by itself, and what it would have asked with. It says so once, early in a page's life. */
export function keepInstallPrompt(page: EventTarget = window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    kept.set(event)
  })
  page.addEventListener('appinstalled', () => kept.set(null))
}

/** Asks, within a tap. `gone`: there is nothing to ask with (any more). */
export async function askToInstall(): Promise<'accepted' | 'dismissed' | 'gone'> {
  const event = kept.get()
  if (event === null) return 'gone'
  // It asks once only.
  kept.set(null)
  await event.prompt()
  return (await event.userChoice).outcome
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && 'userChoice' in event
}
