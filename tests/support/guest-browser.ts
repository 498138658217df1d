import { vi } from 'vitest'

/** What the guest's page finds in a browser, as far as its parts need it without a screen. */
export interface GuestBrowser {
  /** As the browser tells the page. */
  dispatch(event: Event): void
  /** As it tells the document. */
  dispatchToDocument(event: Event): void
}

/** Where the page is from, and its line to there. */
interface GuestLine {
  origin: string
  fetch: typeof fetch
}

/**
 * Has the globals stand for a page's, until the test is over. `storage` is what it shares with the other tabs; without a line
 * it reaches nobody.
 */
export function openGuestBrowser(
  storage: Storage,
  { origin, fetch: reach }: GuestLine = { origin: 'http://hotel.example', fetch: refuse },
): GuestBrowser {
  const page = new EventTarget()
  const document = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', document)
  vi.stubGlobal('localStorage', storage)
  // Of an address that is not secure: it has no locks.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => reach(new URL(url, origin), init))
  return {
    dispatch: (event) => void page.dispatchEvent(event),
    dispatchToDocument: (event) => void document.dispatchEvent(event),
  }
}

/** What another tab of the browser has written. */
export function makeStorageEvent(key: string | null): Event {
  return Object.assign(new Event('storage'), { key })
}

function refuse(): Promise<Response> {
  return Promise.reject(new TypeError('there is no line'))
}
