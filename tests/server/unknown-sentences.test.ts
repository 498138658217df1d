import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMaintenance } from '#server/maintenance.ts'
import { readField, signIn, type Client } from '#tests/support/api-client.ts'
import { teachIntents, waitForBot, waitForQuiet } from '#tests/support/bot.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { openSpeakingGuest } from '#tests/support/speaking-guest.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const readSentences = (chatId: string) =>
  server.context.store.db
    .selectFrom('unknownSentences')
    .select(['text', 'outcome', 'guestId', 'messageId', 'language'])
    .where('chatId', '=', chatId)
    .orderBy('at')
    .execute()
async function sayAll(guest: Guest, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await guest.say(text)
    await waitForQuiet(server)
  }
}

describe('what is kept of what the bot did not understand', () => {
  it('is the sentence that it asks about, and the one with which it gives up', async () => {
    const guest = await openGuest(server.url)
    await sayAll(guest, '  quantum\n chromodynamics ', 'asdf jkl', 'nobody answers this')
    const messages = (await guest.read()).filter(({ sentByGuest }) => sentByGuest)
    const { guestId } = await server.context.store.db
      .selectFrom('chats')
      .select('guestId')
      .where('id', '=', guest.chatId)
      .executeTakeFirstOrThrow()
    expect(await readSentences(guest.chatId)).toEqual([
      {
        text: 'quantum chromodynamics',
        outcome: 'asked',
        guestId,
        messageId: messages[0]?.id,
        language: null,
      },
      { text: 'asdf jkl', outcome: 'handedOver', guestId, messageId: messages[1]?.id, language: null },
    ])
  })

  it('is no sentence that was understood, that asks for a person, or that staff answer', async () => {
    const guest = await openGuest(server.url)
    await sayAll(guest, 'hello')
    await waitForBot(guest, 1)
    await admin.call(`/api/takeover/pause/${guest.chatId}`)
    await sayAll(guest, 'quantum chromodynamics')
    await admin.call(`/api/takeover/play/${guest.chatId}`)
    await sayAll(guest, 'I want to talk to a person')
    expect(await readSentences(guest.chatId)).toEqual([])
  })

  it('is none that was taken for a person, although that says nothing any more', async () => {
    const { db } = server.context.store
    const person = await db
      .selectFrom('intents')
      .select(['id', 'dialog'])
      .where('origin', '=', 'person')
      .executeTakeFirstOrThrow()
    const empty = { ...Object(person.dialog), response: '', redirectTo: '' } as object
    const write = (dialog: unknown) =>
      db
        .updateTable('intents')
        .set({ dialog: JSON.stringify(dialog) })
        .where('id', '=', person.id)
        .execute()
    await write(empty)
    const guest = await openGuest(server.url)
    await sayAll(guest, 'I want to talk to a person')
    await write(person.dialog)
    expect((await guest.read()).length).toBe(2)
    expect(await readSentences(guest.chatId)).toEqual([])
  })

  it('is the beginning of what is longer than a question, without half a character', async () => {
    const guest = await openGuest(server.url)
    await sayAll(guest, `${'x'.repeat(499)}😀 and so on`)
    expect((await readSentences(guest.chatId)).map(({ text }) => text)).toEqual(['x'.repeat(499)])
  })

  it('is none of a message without words', async () => {
    const guest = await openGuest(server.url)
    await sayAll(guest, 'quantum chromodynamics')
    const { db } = server.context.store
    await db.deleteFrom('unknownSentences').where('chatId', '=', guest.chatId).execute()
    const message = (await guest.read()).find(({ sentByGuest }) => sentByGuest)
    await db
      .updateTable('messages')
      .set({ text: ' ' })
      .where('id', '=', message?.id ?? '')
      .execute()
    const payload = JSON.stringify({ chatId: guest.chatId, messageId: message?.id })
    await db.insertInto('jobs').values({ kind: 'bot.answer', payload }).execute()
    await waitForQuiet(server)
    expect(await readSentences(guest.chatId)).toEqual([])
  })

  it('is none where a fault of the bot’s own keeps it from answering', async () => {
    await teachIntents(server.context.store, [])
    const { db } = server.context.store
    await db
      .updateTable('botModels')
      .set({ understanding: new Uint8Array([1, 2, 3]) })
      .execute()
    const guest = await openGuest(server.url)
    await guest.say('quantum chromodynamics')
    await db.updateTable('jobs').set({ attempts: 100 }).where('kind', '=', 'bot.answer').execute()
    expect((await waitForBot(guest, 2)).map(({ type }) => type)).toEqual(['text', 'event'])
    expect(await readSentences(guest.chatId)).toEqual([])
    // The job that was given up is kept for who looks for the fault.
    await db.deleteFrom('jobs').execute()
    await teachIntents(server.context.store, [])
  })
})

describe('how long it is kept', () => {
  it('goes with the guest, whose export names it', async () => {
    const guest = await openSpeakingGuest(server, { displayName: 'Zelda Quux' })
    await guest.say('quantum chromodynamics')
    await waitForQuiet(server)
    expect(await readSentences(guest.chatId)).toHaveLength(1)
    const { body } = await admin.call(`/api/guests/${guest.guestId}/export`)
    expect(readField(body, 'notUnderstood')).toMatchObject([
      { chatId: guest.chatId, text: 'quantum chromodynamics', outcome: 'asked' },
    ])
    expect((await admin.call(`/api/guests/${guest.guestId}`, { method: 'DELETE' })).status).toBe(204)
    expect(await readSentences(guest.chatId)).toEqual([])
    const list = await admin.call('/api/luis/not-understood')
    expect(JSON.stringify(list.body)).not.toContain(guest.chatId)
  })

  it('goes with its chat, and after 90 days', async () => {
    const { store } = server.context
    const [gone, old, young] = [
      await openGuest(server.url),
      await openGuest(server.url),
      await openGuest(server.url),
    ]
    for (const guest of [gone, old, young]) await sayAll(guest, 'quantum chromodynamics')
    await store.db.deleteFrom('chats').where('id', '=', gone.chatId).execute()
    expect(await readSentences(gone.chatId)).toEqual([])
    for (const [guest, days] of [
      [old, 91],
      [young, 89],
    ] as const) {
      await store.db
        .updateTable('unknownSentences')
        .set({ at: sql<Date>`now() - make_interval(days => ${days}::int)` })
        .where('chatId', '=', guest.chatId)
        .execute()
    }
    await runMaintenance(store)
    expect(await readSentences(old.chatId)).toEqual([])
    expect(await readSentences(young.chatId)).toHaveLength(1)
  })
})
