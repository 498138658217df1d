import { describe, expect, it } from 'vitest'
import { loadEnvironments } from '#src/actions/session-environments.ts'
import { renewUser } from '#src/actions/session-renew.ts'
import { signIn } from '#src/actions/session-sign-in.ts'
import { endSession, isLive, storeCapabilities, storeSetting } from '#src/db/session/sessions.ts'
import type { Fault, FaultFetch } from '#tests/support/fault-fetch.ts'
import { createTarget } from '#tests/support/faulty-target.ts'
import {
  ALL_CAPABILITIES,
  makeUser,
  NO_CAPABILITIES,
  NOON,
  openDevice,
  TEST_ORIGIN,
} from '#tests/support/local.ts'
import { openSignInForm } from '#tests/support/sign-in-form.ts'

const STAGE = 'https://stage.example'
const capabilities: Fault = { status: 200, body: ALL_CAPABILITIES }
const refusal = (more: object = {}): Fault => ({
  status: 401,
  body: { message: 'No.', code: 'bad_credentials', ...more },
})
const isAt = (origin: string) => (url: string) => url.startsWith(origin)

/** Two environments behind one line; `calls` says which was asked for what. */
async function openTwo(
  faults: { here: Fault[]; stage: Fault[] },
  available: (botType: string) => string | null,
) {
  const { sessionDb } = await openDevice()
  await endSession(sessionDb, TEST_ORIGIN, NOON)
  const calls: string[] = []
  /** Of which tokens the first list was asked for. */
  const kept: string[] = []
  const lines: Record<string, FaultFetch> = {
    [TEST_ORIGIN]: createTarget(...faults.here).line,
    [STAGE]: createTarget(...faults.stage).line,
  }
  const target = {
    origin: TEST_ORIGIN,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const url = new Request(input).url
      const origin = Object.keys(lines).find((candidate) => isAt(candidate)(url)) ?? ''
      calls.push(`${origin} ${init?.method ?? 'GET'} ${new URL(url).pathname}`)
      return lines[origin]?.fetch(input, init) ?? Promise.reject(new TypeError('no such host'))
    },
  }
  const deps = {
    sessionDb,
    target,
    now: () => NOON,
    findAvailable: available,
    finishSignOuts: () => Promise.resolve(),
    keepFirstList: (token: string) => void kept.push(token),
  }
  const run = (username = 'agent') => signIn(deps, { username, password: 'secret', token: 'social' })
  return { sessionDb, calls, kept, run }
}

const user: Fault = { status: 200, body: { ...makeUser('user-agent', 'Agent'), token: 'fresh' } }

describe('what the console shows first', () => {
  it('is asked for as soon as there is a token', async () => {
    const maria: Fault = { status: 200, body: { ...makeUser('user-maria', 'Maria'), token: 'fresh' } }
    const { run, calls, kept } = await openTwo({ here: [capabilities, maria], stage: [] }, () => null)
    expect(await run()).toMatchObject({ type: 'signed-in', session: { token: 'fresh' } })
    expect(kept).toEqual(['fresh'])
    expect(calls.at(-1)).toBe(`${TEST_ORIGIN} GET /api/info/chats`)
  })

  it('is not asked of an environment that has no such list, nor where nobody is let in', async () => {
    const plain: Fault = { status: 200, body: NO_CAPABILITIES }
    for (const here of [
      [plain, user],
      [capabilities, refusal()],
    ]) {
      const { run, calls, kept } = await openTwo({ here, stage: [] }, () => null)
      await run()
      expect(kept).toEqual([])
      expect(calls.at(-1)).toMatch(/ \/api\/auth$/)
    }
  })
})

describe('a refused sign-in that names an available environment (specification section 4)', () => {
  it('is tried there once, and the session is that environment’s', async () => {
    const { run, calls, kept, sessionDb } = await openTwo(
      { here: [capabilities, refusal({ availableBotType: 'stage' })], stage: [capabilities, user] },
      (botType) => (botType === 'stage' ? STAGE : null),
    )
    expect(await run()).toMatchObject({ type: 'signed-in', session: { origin: STAGE, token: 'fresh' } })
    expect(calls).toEqual([
      `${TEST_ORIGIN} GET /api/capabilities`,
      `${TEST_ORIGIN} POST /api/auth`,
      `${STAGE} GET /api/capabilities`,
      `${STAGE} POST /api/auth`,
    ])
    expect(kept).toEqual([])
    expect(isLive(await sessionDb.sessions.get(TEST_ORIGIN))).toBe(false)
    expect(isLive(await sessionDb.sessions.get(STAGE))).toBe(true)
  })

  it('an environment that has the specification alone may say nothing else', async () => {
    const bare: Fault = { status: 401, body: { availableBotType: 'stage' } }
    const { run } = await openTwo(
      { here: [{ status: 404, body: '' }, bare], stage: [{ status: 404, body: '' }, user] },
      () => STAGE,
    )
    expect((await run()).type).toBe('signed-in')
  })

  it('refused there too: that answer is the answer, and there is no third try', async () => {
    const { run, calls, sessionDb } = await openTwo(
      {
        here: [capabilities, refusal({ availableBotType: 'stage' })],
        stage: [capabilities, refusal({ availableBotType: 'prod' })],
      },
      () => STAGE,
    )
    expect(await run()).toEqual({ type: 'wrong-credentials' })
    expect(calls).toHaveLength(4)
    expect(await sessionDb.sessions.get(STAGE)).toBeUndefined()
  })

  it('unreachable there: said so', async () => {
    const { run } = await openTwo(
      { here: [capabilities, refusal({ availableBotType: 'stage' })], stage: ['drop'] },
      () => STAGE,
    )
    expect(await run()).toEqual({ type: 'unreachable' })
  })

  it('one that may not be tried is not: no password goes there', async () => {
    const { run, calls } = await openTwo(
      { here: [capabilities, refusal({ availableBotType: 'stage' })], stage: [] },
      () => null,
    )
    expect(await run()).toEqual({ type: 'wrong-credentials' })
    expect(calls.some(isAt(STAGE))).toBe(false)
  })

  it('a refusal that names none is tried nowhere else', async () => {
    const { run, calls } = await openTwo({ here: [capabilities, refusal()], stage: [] }, () => STAGE)
    expect(await run()).toEqual({ type: 'wrong-credentials' })
    expect(calls.some(isAt(STAGE))).toBe(false)
  })
})

describe('a social sign-in (specification sections 4 and 8)', () => {
  it.each(['facebooklogin', ' facebooklogin '])('as "%s" is refused in its own words', async (username) => {
    const rejected: Fault = { status: 401, body: { message: 'No.', code: 'social_rejected' } }
    const { run } = await openTwo({ here: [capabilities, rejected], stage: [] }, () => null)
    expect(await run(username)).toEqual({ type: 'social-rejected' })
  })

  it('hands the network’s token over', async () => {
    const { sessionDb } = await openDevice()
    const { line, logIn } = openSignInForm(sessionDb, capabilities, user)
    const result = await logIn({}, { username: 'facebooklogin', password: '', token: 'from-the-network' })
    expect(result.type).toBe('signed-in')
    expect(line.calls[1]?.body).toEqual({
      username: 'facebooklogin',
      password: '',
      token: 'from-the-network',
    })
  })
})

const LATER = NOON + 3_600_000

describe('who is signed in is asked again by the stored token (CONTRACT section 3)', () => {
  async function openRenewal(name: string, ...faults: Fault[]) {
    const device = await openDevice({ user: makeUser('user-agent', name) })
    await storeCapabilities(device.sessionDb, TEST_ORIGIN, ALL_CAPABILITIES)
    const line = createTarget(...faults).line
    const renew = () =>
      renewUser(device.sessionDb, { origin: TEST_ORIGIN, fetch: line.fetch }, device.session, LATER)
    return { ...device, line, renew, read: () => device.sessionDb.sessions.get(TEST_ORIGIN) }
  }
  const promoted = { ...makeUser('user-agent', 'Agent'), role: 4, token: 'token' }

  it('and what the environment says is merged into the user; token and epoch stay', async () => {
    const { renew, read, line, session } = await openRenewal('Agent', { status: 200, body: promoted })
    await renew()
    expect(await read()).toEqual({ ...session, user: { ...session.user, role: 4 }, userAsOf: LATER })
    expect(line.calls[0]).toMatchObject({ method: 'POST', path: '/api/auth' })
    expect(line.calls[0]?.body).toEqual({ username: 'agent', password: '', token: 'token' })
  })

  it('by GET where the environment has the specification alone', async () => {
    const { renew, line, sessionDb } = await openRenewal('Agent', { status: 200, body: promoted })
    await storeCapabilities(sessionDb, TEST_ORIGIN, NO_CAPABILITIES)
    await renew()
    expect(line.calls[0]?.path).toBe('/api/auth?username=agent&password=&token=token')
  })

  it.each<[string, Fault]>([
    ['no line', 'drop'],
    ['a portal', 'html'],
    ['a refusal', refusal()],
    ['another user', { status: 200, body: { ...promoted, id: 'user-other' } }],
  ])('%s changes nothing', async (_, fault) => {
    const { renew, read, session } = await openRenewal('Agent', fault)
    await renew()
    expect(await read()).toEqual(session)
  })

  it('an answer that comes after the sign-out brings nobody back', async () => {
    const { renew, read, sessionDb } = await openRenewal('Agent', { status: 200, body: promoted })
    await endSession(sessionDb, TEST_ORIGIN, NOON)
    await renew()
    expect(await read()).toMatchObject({ status: 'signed-out', user: null, token: null })
  })

  it('our token never goes out under the name that would carry it to the social network', async () => {
    const { renew, line } = await openRenewal('FacebookLogin')
    await renew()
    expect(line.calls).toEqual([])
  })
})

describe('the list of environments', () => {
  const list = [{ key: 'p', label: 'Production', value: 'prod', url: '.' }]
  const page = (fault: Fault) => ({ origin: 'https://page.example', fetch: createTarget(fault).line.fetch })
  const deps = { mayRefresh: () => Promise.resolve(), onUnknown: () => undefined }

  it('is read at the first start and kept for offline ones', async () => {
    const { sessionDb } = await openDevice()
    expect(await loadEnvironments(sessionDb, page({ status: 200, body: list }), deps)).toMatchObject(list)
    expect(await loadEnvironments(sessionDb, page('drop'), deps)).toMatchObject(list)
  })

  it.each<[string, Fault]>([
    ['no line', 'drop'],
    ['a portal', 'html'],
    ['nonsense', { status: 200, body: [{ key: 1 }] }],
  ])('%s at the first start: none', async (_, fault) => {
    const { sessionDb } = await openDevice()
    expect(await loadEnvironments(sessionDb, page(fault), deps)).toBeNull()
  })

  it('a kept one that this build can’t read is fetched anew', async () => {
    const { sessionDb } = await openDevice()
    await storeSetting(sessionDb, 'environments', [{ key: 'p', value: 'moon' }])
    expect(await loadEnvironments(sessionDb, page({ status: 200, body: list }), deps)).toMatchObject(list)
  })
})
