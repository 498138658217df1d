import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDatabaseFacts } from '#src/db/diagnosis.ts'
import { readDeviceCounts } from '#src/db/device-counts.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { makeDiagnosis } from '#src/features/device/make-diagnosis.ts'
import { readBrowserFacts, readBuild, type BrowserFacts } from '#src/features/device/read-browser.ts'
import { createConnectionStore } from '#src/lib/connection.ts'
import { watchConnection } from '#src/lib/connection-log.ts'
import { logger } from '#src/lib/logger.ts'
import { VERSION } from '#src/lib/version.ts'
import { openFullDevice, SECRETS } from '#tests/support/full-device.ts'
import { makeOperation } from '#tests/support/local-rows.ts'
import { ALL_CAPABILITIES, NOON, openDevice, TEST_ORIGIN } from '#tests/support/local.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.unstubAllGlobals())

/** What a newer build left, with a guest's words in every place that this one has no rule for. */
async function addUnknown({ outbox }: Workspace): Promise<void> {
  const strange = Object.assign(makeOperation({ id: 'new', lane: SECRETS.chatId, pos: 99, version: 99 }), {
    kind: SECRETS.messageText,
    state: SECRETS.guestName,
    doubt: SECRETS.room,
    reason: { code: SECRETS.ticket },
  })
  await outbox.operations.put(strange)
}

function stubBrowser(): void {
  const subscription = { endpoint: SECRETS.endpoint, toJSON: () => ({ endpoint: SECRETS.endpoint }) }
  const registration = {
    active: { state: 'activated', scriptURL: SECRETS.fileUrl },
    waiting: null,
    installing: null,
    sync: {},
    pushManager: { getSubscription: () => Promise.resolve(subscription) },
  }
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (test)',
    language: 'en-GB',
    maxTouchPoints: 5,
    hardwareConcurrency: 4,
    deviceMemory: 2,
    onLine: false,
    connection: { effectiveType: '3g', saveData: true },
    storage: {
      estimate: () => Promise.resolve({ usage: 950, quota: 1_000 }),
      persisted: () => Promise.resolve(false),
    },
    serviceWorker: {
      controller: { state: 'activated' },
      getRegistration: () => Promise.resolve(registration),
    },
  })
  vi.stubGlobal('screen', { width: 390, height: 844 })
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 700)
  vi.stubGlobal('devicePixelRatio', 3)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('location', { href: `https://bot.example/messenger/${SECRETS.chatId}` })
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    querySelectorAll: () =>
      ['rolldown-runtime-Zz', 'shell-Ab12'].map((name) => ({ src: `https://bot.example/assets/${name}.js` })),
  })
}

async function diagnose(workspace: Workspace, browser: BrowserFacts): Promise<string> {
  return makeDiagnosis({
    workspace,
    environment: { label: 'Production', origin: TEST_ORIGIN },
    capabilities: { ...ALL_CAPABILITIES, push: { publicKey: SECRETS.publicKey } },
    connection: { kind: 'offline', since: NOON - 90_000 },
    browser,
    build: readBuild(),
    now: NOON,
  })
}

describe('the diagnosis', () => {
  it('has nothing of a guest, a colleague, a chat or a token anywhere', async () => {
    const workspace = await openFullDevice()
    await addUnknown(workspace)
    logger.warn('a file could not be asked for', {
      error: new TypeError(`no ${SECRETS.messageText}`),
      name: SECRETS.guestName,
    })
    logger.error('a screen failed', {
      error: `SyntaxError: Unexpected token, "${SECRETS.draft}" is not JSON`,
    })
    logger.warn('odd', { error: Object.create(null), list: [SECRETS.unsent], nothing: undefined })
    stubBrowser()
    const text = await diagnose(workspace, await readBrowserFacts())
    for (const [what, secret] of Object.entries(SECRETS)) {
      expect(text.toLowerCase().includes(secret.toLowerCase()), what).toBe(false)
      expect(text.includes(encodeURIComponent(secret)), what).toBe(false)
    }
    // Ids of operations are nobody's, and still point at a row of the environment's.
    for (const { id } of await workspace.outbox.operations.toArray()) expect(text).not.toContain(`"${id}"`)
    expect(text).not.toContain('/messenger/')
  })

  it('bites: each of those is on the device', async () => {
    const workspace = await openFullDevice()
    const { mirror, outbox } = workspace
    const rows = await Promise.all([...mirror.tables, ...outbox.tables].map((table) => table.toArray()))
    const stored = JSON.stringify([rows, workspace.user])
    const elsewhere = ['token', 'publicKey', 'endpoint'] as const
    for (const [what, secret] of Object.entries(SECRETS)) {
      if (!elsewhere.some((name) => name === what)) expect(stored, what).toContain(secret)
    }
  })

  it('says how it stands: versions, browser, counts, operations, clock, connection, worker and log', async () => {
    const workspace = await openFullDevice()
    logger.warn('the realtime connection closed and is tried again', { code: 1006 })
    stubBrowser()
    const line = createConnectionStore(NOON - 900_000)
    const stop = watchConnection(line)
    line.set({ kind: 'live', since: NOON - 800_000 })
    line.set({ kind: 'captive-portal', since: NOON - 100_000 })
    stop()
    line.set({ kind: 'offline', since: NOON - 90_000 })
    const content: unknown = JSON.parse(await diagnose(workspace, await readBrowserFacts()))
    expect(content).toMatchObject({
      madeAt: '2026-11-20T12:00:00.000Z',
      app: { build: 'shell-Ab12', version: VERSION },
      environment: { label: 'Production', origin: TEST_ORIGIN, offers: { sync: true, push: true } },
      session: { role: 0, isMemoryOnly: false },
      connection: {
        state: 'offline',
        forS: 90,
        before: [
          { kind: 'connecting', since: '2026-11-20T11:45:00.000Z' },
          { kind: 'live', since: '2026-11-20T11:46:40.000Z' },
          { kind: 'captive-portal', since: '2026-11-20T11:58:20.000Z' },
        ],
      },
      clock: { hotelMinusDeviceS: 3_600 },
      sync: { lastReadAgoS: 60 },
      databases: {
        mirror: { chats: 2, messages: 1, files: 1, guestCards: 1, staff: 1 },
        outbox: { operations: 5, drafts: 2, staged: 1 },
        hasCursor: true,
        fetchRequests: { file: { count: 1, failed: 0 }, thread: { count: 1, failed: 0 } },
      },
      browser: {
        isInstalled: true,
        line: { isOnline: false, type: '3g', savesData: true },
        storage: { usage: 950, quota: 1_000, isPersisted: false },
        worker: { isSupported: true, active: 'activated', waiting: false },
        backgroundSync: true,
        notifications: 'granted',
        isSubscribed: true,
      },
    })
    const log: unknown = Reflect.get(Object(content), 'log')
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        message: 'the realtime connection closed and is tried again',
        details: { code: 1006 },
      }),
    )
  })

  it('a browser that has nothing of all that is told as such', async () => {
    stubBrowser()
    vi.stubGlobal('navigator', { userAgent: 'old', language: 'en', onLine: true })
    vi.stubGlobal('document', { visibilityState: 'hidden', querySelectorAll: () => [] })
    expect(await readBrowserFacts()).toMatchObject({
      storage: null,
      worker: { isSupported: false, controls: null, active: null },
      isSubscribed: null,
      line: { type: null, savesData: null },
    })
    expect(readBuild()).toBe('')
  })
})

describe('an operation in it', () => {
  it('is its kind, state, age, attempts and code; operations of one chat have one number', async () => {
    const workspace = await openFullDevice()
    const { operations } = await readDatabaseFacts(workspace, NOON + 1_000)
    const byKind = new Map(operations.map((operation) => [operation.kind, operation]))
    expect(byKind.get('send')).toMatchObject({
      state: 'queued',
      ageS: 6,
      attempts: 0,
      code: null,
      doubt: 'none',
    })
    expect(byKind.get('upload')).toMatchObject({ state: 'failed', code: 'refused', attempts: 3 })
    expect(byKind.get('play')?.lane).toBe(byKind.get('send')?.lane)
    expect(byKind.get('pass')?.lane).toBe(byKind.get('upload')?.lane)
    expect(new Set(operations.map(({ lane }) => lane))).toEqual(new Set([1, 2, 3]))
  })

  it('of a newer build is told without a word of it', async () => {
    const { workspace } = await openDevice()
    await addUnknown(workspace)
    const { operations } = await readDatabaseFacts(workspace, NOON)
    expect(operations).toEqual([
      {
        lane: 1,
        kind: 'unknown',
        state: 'unknown',
        code: null,
        doubt: 'unknown',
        attempts: 0,
        ageS: 0,
        dueInS: 0,
        version: 99,
      },
    ])
  })
})

describe('what the device page counts', () => {
  it('is what is stored, and nothing on an empty device', async () => {
    expect(await readDeviceCounts(await openFullDevice())).toEqual({
      chats: 2,
      messages: 1,
      guestCards: 1,
      files: 1,
      unsent: 5,
      drafts: 3,
      outgoingFiles: 1,
      syncedAt: NOON - 60_000,
      clockOffset: 3_600_000,
    })
    const { workspace } = await openDevice()
    expect(await readDeviceCounts(workspace)).toMatchObject({
      chats: 0,
      unsent: 0,
      syncedAt: null,
      clockOffset: null,
    })
  })
})
