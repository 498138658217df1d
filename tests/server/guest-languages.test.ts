import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGLISH } from '#server/bot/strings/english.ts'
import { FRENCH } from '#server/bot/strings/french.ts'
import { GERMAN } from '#server/bot/strings/german.ts'
import { SPANISH } from '#server/bot/strings/spanish.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { readBot, waitForBot } from '#tests/support/bot.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ settings: { hotelLanguage: 'es' } })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

/** What the bot says to it first. */
async function tell(guest: Guest, text: string): Promise<string | undefined> {
  const before = (await readBot(guest)).length
  await guest.say(text)
  return (await waitForBot(guest, before + 1))[before]?.text
}

async function readLanguage({ chatId }: Guest): Promise<unknown> {
  const { body } = await admin.call(`/api/info/chats/${chatId}`)
  return readField(body, 'language')
}

describe('the bot’s own words', () => {
  it('are in the language that the guest writes, and in another when they change to it', async () => {
    const guest = await openGuest(server.url)
    expect(await tell(guest, 'Wie hoch ist der Eiffelturm in Wirklichkeit?')).toBe(GERMAN.clarify.question)
    expect(await readLanguage(guest)).toBe('de')
    const other = await openGuest(server.url)
    expect(await tell(other, 'Quelle est la hauteur de cette tour là-bas ?')).toBe(FRENCH.clarify.question)
    expect(await tell(other, 'How tall is the tower over there then?')).toBe(ENGLISH.handover.notUnderstood)
    expect(await readLanguage(other)).toBe('en')
  })

  it('stay in it where a message does not say which', async () => {
    const guest = await openGuest(server.url)
    expect(await tell(guest, 'Wie hoch ist der Eiffelturm in Wirklichkeit?')).toBe(GERMAN.clarify.question)
    expect(await tell(guest, '4711 ??')).toBe(GERMAN.handover.notUnderstood)
    expect(await readLanguage(guest)).toBe('de')
  })

  it('are in the house’s where nothing is known, or nothing is translated', async () => {
    const nobody = await openGuest(server.url)
    expect(await tell(nobody, 'xyzzy 4711')).toBe(SPANISH.clarify.question)
    expect(await readLanguage(nobody)).toBeNull()
    const russian = await openGuest(server.url)
    expect(await tell(russian, 'Какова высота этой башни на самом деле?')).toBe(SPANISH.clarify.question)
    expect(await readLanguage(russian)).toBe('ru')
  })

  it('are what was saved for the language, also for a region of it, and the house’s for what was not', async () => {
    const saved = await admin.call('/api/translations/ru', {
      method: 'POST',
      json: { clarify: { question: 'Что вы имеете в виду?' } },
      key: makeKey(),
    })
    expect(saved.status).toBe(200)
    const guest = await openGuest(server.url)
    expect(await tell(guest, 'Какова высота этой башни на самом деле?')).toBe('Что вы имеете в виду?')
    expect(await tell(guest, 'И почему она такая высокая?')).toBe(SPANISH.handover.notUnderstood)
    await admin.call('/api/translations/pt-BR', {
      method: 'POST',
      json: { clarify: { question: 'Como assim?' } },
      key: makeKey(),
    })
    const brazilian = await openGuest(server.url)
    expect(await tell(brazilian, 'Qual é a altura daquela torre ali na frente?')).toBe('Como assim?')
  })
})
