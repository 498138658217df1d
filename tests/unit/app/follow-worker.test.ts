import { expect, it } from 'vitest'
import { followWorker } from '#src/app/follow-worker.ts'
import type { AppState } from '#src/app/runtime.ts'
import { askWindow } from '#sw/alerts/ask-window.ts'
import type { ConsoleWindow } from '#sw/alerts/alert-context.ts'
import { openDevice } from '#tests/support/local.ts'

const PATIENCE_MS = 100
const SIGNED_OUT: AppState = { kind: 'signed-out', formerUser: null, reason: 'none' }

async function openPage() {
  const { workspace } = await openDevice()
  // Its engine has no part in this.
  const engine = {
    progress: { get: () => new Map(), set: () => undefined, subscribe: () => () => undefined },
  }
  const signedIn: AppState = {
    kind: 'signed-in',
    workspace,
    engine: { ...engine, noteLine: () => undefined, syncNow: () => undefined, stop: () => undefined },
  }
  const page = { now: signedIn as AppState, path: '/config/users', shown: [] as string[] }
  const container = new EventTarget()
  followWorker(container, {
    state: { get: () => page.now },
    show: (path) => page.shown.push(path),
    readPath: () => page.path,
  })
  const window: Pick<ConsoleWindow, 'postMessage'> = {
    postMessage: (data, ports = []) => {
      const own = ports.filter((port) => port instanceof MessagePort)
      container.dispatchEvent(new MessageEvent('message', { data, ports: own }))
    },
  }
  const person = { origin: workspace.origin, userId: workspace.user.id }
  return { page, window, person, container }
}

it('says whose console it is, and nothing while it starts or only a reload helps', async () => {
  const { page, window, person } = await openPage()
  expect(await askWindow(window, person, PATIENCE_MS)).toBe(true)
  expect(await askWindow(window, null, PATIENCE_MS)).toBe(true)
  expect(await askWindow(window, { ...person, userId: 'user-maria' }, PATIENCE_MS)).toBe(false)
  expect(await askWindow(window, { ...person, origin: 'https://x.example' }, PATIENCE_MS)).toBe(false)
  page.now = SIGNED_OUT
  expect(await askWindow(window, person, PATIENCE_MS)).toBe(false)
  expect(await askWindow(window, null, PATIENCE_MS)).toBe(true)
  for (const kind of ['starting', 'outdated'] as const) {
    page.now = { kind }
    expect(await askWindow(window, person, PATIENCE_MS)).toBeUndefined()
  }
})

it('goes where the worker says, once, and not away from a sign-in', async () => {
  const { page, window } = await openPage()
  const show = () => window.postMessage({ type: 'SHOW_PATH', path: '/messenger/chat-1' })
  show()
  page.path = '/messenger/chat-1'
  show()
  expect(page.shown).toEqual(['/messenger/chat-1'])
  page.now = SIGNED_OUT
  page.path = '/messenger'
  show()
  window.postMessage({ type: 'SHOW_PATH' })
  window.postMessage('what a later build says')
  expect(page.shown).toHaveLength(1)
})
