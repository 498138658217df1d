import { afterEach, expect, it, vi } from 'vitest'
import { SessionEndedError } from '#src/db/errors.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { endSession, lockSession, storeSignIn } from '#src/db/session/sessions.ts'
import { createSessionCheck } from '#src/sync/session-check.ts'
import { makeUser } from '#tests/support/local.ts'

const ORIGIN = 'https://bot.example'
const USER = makeUser()

const opened: SessionDatabase[] = []

afterEach(async () => {
  for (const db of opened.splice(0)) await db.delete()
})

async function signIn() {
  const sessionDb = new SessionDatabase()
  opened.push(sessionDb)
  await sessionDb.delete()
  await sessionDb.open()
  const session = await storeSignIn(sessionDb, ORIGIN, USER, 'token-1', 0)
  const onEnded = vi.fn()
  let now = 0
  const check = createSessionCheck(sessionDb, session, () => now, onEnded)
  const checkAfter = (ms: number) => {
    now += ms
    return check()
  }
  return { sessionDb, onEnded, checkAfter }
}

it('a session that holds is asked for again and again', async () => {
  const { onEnded, checkAfter } = await signIn()
  for (const ms of [0, 5_000, 60_000]) await checkAfter(ms)
  expect(onEnded).not.toHaveBeenCalled()
})

it.each([
  ['ended', (db: SessionDatabase) => endSession(db, ORIGIN, 0)],
  ['locked', (db: SessionDatabase) => lockSession(db, ORIGIN, 'token-1')],
  ['begun anew', (db: SessionDatabase) => storeSignIn(db, ORIGIN, USER, 'token-2', 0)],
])('one that another tab has %s meanwhile ends what goes on under it', async (_, change) => {
  const { sessionDb, onEnded, checkAfter } = await signIn()
  await change(sessionDb)
  await expect(checkAfter(6_000)).rejects.toThrow(SessionEndedError)
  expect(onEnded).toHaveBeenCalledOnce()
})

it('a database that can’t be read says nothing', async () => {
  const { sessionDb, onEnded, checkAfter } = await signIn()
  sessionDb.close({ disableAutoOpen: true })
  await checkAfter(6_000)
  expect(onEnded).not.toHaveBeenCalled()
})
