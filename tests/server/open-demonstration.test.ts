import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareHotel } from '#server/demo/prepare-hotel.ts'
import { SettingsError } from '#server/settings-error.ts'
import type { Settings } from '#server/settings-types.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The demonstration is created in an empty hotel.
  await server.context.store.db.deleteFrom('users').execute()
})
afterAll(() => server.stop())

const prepare = (settings: Partial<Settings>) =>
  prepareHotel(server.context.store, {
    ...server.settings,
    seed: 'demo',
    demoPassword: 'bellhop-demo',
    allowedOrigins: [],
    ...settings,
  })
const readUsers = () => server.context.store.db.selectFrom('users').select('id').execute()

/** By which others than this machine's people may get to a server that listens on the loopback alone, too. */
const OPENINGS = [
  ['HOST', { host: '0.0.0.0' }],
  ['TRUST_PROXY', { trustProxy: true }],
  ['PUBLIC_URL', { publicUrl: 'https://console.hotel.example' }],
  ['ALLOWED_ORIGINS', { allowedOrigins: ['http://localhost:5173', 'https://console.example'] }],
] as const satisfies [string, Partial<Settings>][]

describe('a demonstration with the password that everybody knows', () => {
  it.each(OPENINGS)('is not created with %s', async (name, settings) => {
    const refusal = prepare(settings)
    await expect(refusal).rejects.toThrow(SettingsError)
    await expect(refusal).rejects.toThrow(
      new RegExp(`^${name}=.* set DEMO_PASSWORD, or leave ${name} out\\.$`),
    )
    expect(await readUsers()).toEqual([])
  })

  it('is created for this machine, and not opened later', async () => {
    await prepare({ publicUrl: 'http://localhost:3978', allowedOrigins: ['http://[::1]:5173'] })
    expect(await readUsers()).not.toEqual([])
    for (const [name, settings] of OPENINGS) {
      const refusal = prepare({ ...settings, demoPassword: 'set too late' })
      await expect(refusal).rejects.toThrow(new RegExp(`^${name}=.* change the passwords of its users`))
    }
    await prepare({})
  })
})
