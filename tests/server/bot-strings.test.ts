import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGLISH } from '#server/bot/strings/english.ts'
import { COULD_NOT_ANSWER } from '#server/bot/words.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { readBot, waitForBot } from '#tests/support/bot.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

async function save(json: object): Promise<void> {
  const saved = await admin.call('/api/translations/en', { method: 'POST', json, key: makeKey() })
  expect(saved.status).toBe(200)
}
const ask = (question: string) => save({ clarify: { question } })
/** What the bot says to it, events of the thread with it. */
async function tell(guest: Guest, text: string, lines: number): Promise<string[]> {
  const before = (await readBot(guest)).length
  await guest.say(text)
  return (await waitForBot(guest, before + lines)).slice(before).map((line) => line.text)
}

describe('a text of the bot’s that was changed', () => {
  it('is what it says from the next answer on', async () => {
    const guest = await openGuest(server.url)
    expect(await tell(guest, 'quantum chromodynamics', 1)).toEqual([ENGLISH.clarify.question])
    await save({ clarify: { question: 'Come again?' }, handover: { notUnderstood: 'Beyond me.' } })
    expect(await tell(await openGuest(server.url), 'quantum chromodynamics', 1)).toEqual(['Come again?'])
    expect(await tell(guest, 'asdf jkl', 2)).toEqual(['Beyond me.', COULD_NOT_ANSWER])
    await save(ENGLISH)
  })

  it('asking twice hands over, though the question was changed in between and back', async () => {
    const guest = await openGuest(server.url)
    await ask('Come again?')
    expect(await tell(guest, 'quantum chromodynamics', 1)).toEqual(['Come again?'])
    await ask('What is it?')
    expect(await tell(guest, 'asdf jkl', 2)).toEqual([ENGLISH.handover.notUnderstood, COULD_NOT_ANSWER])
    const other = await openGuest(server.url)
    expect(await tell(other, 'quantum chromodynamics', 1)).toEqual(['What is it?'])
    await ask(ENGLISH.clarify.question)
    expect(await tell(other, 'asdf jkl', 2)).toEqual([ENGLISH.handover.notUnderstood, COULD_NOT_ANSWER])
  })

  it('begins afresh after an answer in between', async () => {
    const guest = await openGuest(server.url)
    await ask('Come again?')
    await tell(guest, 'quantum chromodynamics', 1)
    await tell(guest, 'hello', 1)
    expect(await tell(guest, 'asdf jkl', 1)).toEqual(['Come again?'])
  })
})
