import { describe, expect, it } from 'vitest'
import { createRecognition } from '#src/actions/session-recognition.ts'
import { storeCapabilities } from '#src/db/session/sessions.ts'
import type { Fault } from '#tests/support/fault-fetch.ts'
import { ALL_CAPABILITIES, makeUser, NO_CAPABILITIES, openDevice, TEST_ORIGIN } from '#tests/support/local.ts'
import { hasSecret, openSignInForm } from '#tests/support/sign-in-form.ts'

const announced: Fault = { status: 200, body: ALL_CAPABILITIES }
const user: Fault = { status: 200, body: { ...makeUser(), token: 'fresh' } }
const wrong: Fault = { status: 401, body: { message: 'No.', code: 'bad_credentials' } }
const CAPABILITIES = 'GET /api/capabilities'
const AUTH = 'POST /api/auth'

/** Somebody who types into the form. `wait` lets time go by. */
async function openForm(...faults: Fault[]) {
  const { sessionDb } = await openDevice()
  const { line, target, logIn } = openSignInForm(sessionDb, ...faults)
  let nowMs = 0
  const recognition = createRecognition(target, () => nowMs)
  return {
    line,
    sessionDb,
    type: recognition.begin,
    wait: async (ms: number) => {
      // What was asked is answered.
      await recognition.take()?.catch(() => undefined)
      nowMs += ms
    },
    logIn: () => logIn({ recognition }),
    listCalls: () => line.calls.map(({ method, path }) => `${method} ${path}`),
  }
}

describe('an environment is recognised while its person types', () => {
  it('once, and LOGIN asks for nothing but the token', async () => {
    const { type, wait, logIn, listCalls } = await openForm(announced, user)
    for (let letter = 0; letter < 4; letter += 1) {
      type()
      await wait(1_000)
    }
    expect(listCalls()).toEqual([CAPABILITIES])
    expect((await logIn()).type).toBe('signed-in')
    expect(listCalls()).toEqual([CAPABILITIES, AUTH])
  })

  it('LOGIN waits for what is on its way', async () => {
    const { type, logIn, listCalls } = await openForm(announced, user)
    type()
    expect((await logIn()).type).toBe('signed-in')
    expect(listCalls()).toEqual([CAPABILITIES, AUTH])
  })

  it('who types for long is asked for again, and so is who rests before LOGIN', async () => {
    const { type, wait, logIn, listCalls } = await openForm(announced, announced, announced, user)
    type()
    await wait(5_000)
    type()
    await wait(10_001)
    expect(listCalls()).toEqual([CAPABILITIES, CAPABILITIES])
    expect((await logIn()).type).toBe('signed-in')
    expect(listCalls()).toEqual([CAPABILITIES, CAPABILITIES, CAPABILITIES, AUTH])
  })

  it('a second try with another password takes it too', async () => {
    const { type, logIn, listCalls } = await openForm(announced, wrong, user)
    type()
    expect(await logIn()).toEqual({ type: 'wrong-credentials' })
    type()
    expect((await logIn()).type).toBe('signed-in')
    expect(listCalls()).toEqual([CAPABILITIES, AUTH, AUTH])
  })

  it.each<Fault>(['drop', 'html', 'error-500'])(
    '%s meanwhile: no letter asks again, and LOGIN does',
    async (fault) => {
      const { type, wait, logIn, listCalls } = await openForm(fault, announced, user)
      type()
      await wait(100)
      type()
      await wait(100)
      expect(listCalls()).toEqual([CAPABILITIES])
      expect((await logIn()).type).toBe('signed-in')
      expect(listCalls()).toEqual([CAPABILITIES, CAPABILITIES, AUTH])
    },
  )

  it('what fails while LOGIN waits for it is the answer, and no password is sent', async () => {
    const { type, logIn, line, listCalls } = await openForm('html')
    type()
    expect((await logIn()).type).toBe('unexpected-responder')
    expect(listCalls()).toEqual([CAPABILITIES])
    expect(line.calls.some(hasSecret)).toBe(false)
  })

  it('a line that is gone by LOGIN leaves what was known of the environment', async () => {
    const { type, logIn, sessionDb, line } = await openForm('drop', user)
    await storeCapabilities(sessionDb, TEST_ORIGIN, NO_CAPABILITIES)
    type()
    expect((await logIn()).type).toBe('signed-in')
    expect(line.calls[1]?.path).toContain('/api/auth?username=agent')
  })
})
