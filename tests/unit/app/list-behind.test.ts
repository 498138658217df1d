import { createBrowserHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { putListBehind } from '#src/app/list-behind.ts'

/** A tab's history as a browser keeps it, at an address of the console. */
function openTab(address: string) {
  const entries = [{ address, state: null as unknown }]
  const write = (state: unknown, href: string | undefined) => ({
    address: href ?? read().at(-1) ?? '',
    state,
  })
  const read = () => entries.map((entry) => entry.address)
  const tab = {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    history: {
      get state() {
        return entries.at(-1)?.state
      },
      pushState: (state: unknown, _: string, href?: string) => void entries.push(write(state, href)),
      replaceState: (state: unknown, _: string, href?: string) =>
        void entries.splice(-1, 1, write(state, href)),
    },
    get location() {
      const { pathname, search, hash } = new URL(entries.at(-1)?.address ?? '', 'https://console.example')
      return { pathname, search, hash }
    },
  }
  return { start: () => putListBehind(createBrowserHistory({ window: tab }), entries.length), read }
}

describe('the list behind a chat that a start begins at', () => {
  it('is put there once, with what the address says of it, and not again at a reload', () => {
    const tab = openTab('/messenger/chat-1?chatFilter=paused&chatType=all&message=m1')
    tab.start()
    const both = [
      '/messenger?chatFilter=paused&chatType=all',
      '/messenger/chat-1?chatFilter=paused&chatType=all&message=m1',
    ]
    expect(tab.read()).toEqual(both)
    tab.start()
    expect(tab.read()).toEqual(both)
  })

  it.each(['/messenger', '/unsent', '/config/users', '/messenger/chat-1/more'])(
    'is not put behind %s',
    (path) => {
      const tab = openTab(path)
      tab.start()
      expect(tab.read()).toEqual([path])
    },
  )
})
