import { afterEach, describe, expect, it, vi } from 'vitest'
import { readSoundOn, readTheme, storeSoundOn, storeTheme } from '#src/actions/settings.ts'
import { signOut } from '#src/actions/session-sign-out.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { storeSetting } from '#src/db/session/sessions.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

afterEach(() => vi.unstubAllGlobals())

describe('what a browser keeps of the user’s choices', () => {
  it('sound is on until it is switched off, and again', async () => {
    const { sessionDb } = await openDevice()
    expect(await readSoundOn(sessionDb)).toBe(true)
    await storeSoundOn(sessionDb, false)
    expect(await readSoundOn(sessionDb)).toBe(false)
    await storeSoundOn(sessionDb, true)
    expect(await readSoundOn(sessionDb)).toBe(true)
  })

  it('the theme is the system’s until one is chosen', async () => {
    const { sessionDb } = await openDevice()
    expect(await readTheme(sessionDb)).toBe('system')
    await storeTheme(sessionDb, 'dark')
    expect(await readTheme(sessionDb)).toBe('dark')
  })

  it.each([7, null, 'pink', { theme: 'dark' }])(
    'a stored theme of %j is read as the system’s',
    async (value) => {
      const { sessionDb } = await openDevice()
      await storeSetting(sessionDb, 'theme', value)
      expect(await readTheme(sessionDb)).toBe('system')
    },
  )

  it('outlives a restart and a sign-out', async () => {
    vi.stubGlobal('navigator', {})
    const { sessionDb, workspace, options } = await openDevice()
    await storeSoundOn(sessionDb, false)
    await storeTheme(sessionDb, 'light')
    await signOut(sessionDb, workspace, 'keep', NOON)
    const restarted = new SessionDatabase(options)
    await restarted.open()
    expect(await readSoundOn(restarted)).toBe(false)
    expect(await readTheme(restarted)).toBe('light')
    restarted.close()
  })
})
