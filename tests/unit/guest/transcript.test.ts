import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConversation } from '#guest/conversation.ts'
import { sendMessage, type Session } from '#guest/guest-api.ts'
import { openKept } from '#guest/kept.ts'
import { openTranscript } from '#guest/transcript.ts'
import { GUEST_PAGE_MESSAGES } from '#src/contract/limits.ts'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { createFaultFetch, type FaultFetch, type SeenCall } from '#tests/support/fault-fetch.ts'
import { openGuestBrowser } from '#tests/support/guest-browser.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { createWebStorage } from '#tests/support/web-storage.ts'

/** A page of the view, and one of what is new, in messages. */
const VIEW = 50
const LONG = 2 * VIEW + 20

let server: TestServer
let agent: Client
beforeAll(async () => {
  const held = { holder: refTo('agent'), pausedAt: new Date() }
  const chats = [
    ...['long', 'shown', 'ended'].map((id) => makeChat(id, { size: LONG, ...held })),
    makeChat('talked', { size: 1, ...held }),
    makeChat('missed', { size: 1, ...held }),
    makeChat('page', { size: VIEW }),
    makeChat('empty', { size: 0 }),
  ]
  server = await startTestServer({ hotel: { chats } })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

let line: FaultFetch
beforeEach(() => {
  line = createFaultFetch()
  openGuestBrowser(createWebStorage(), { origin: server.url, fetch: line.fetch })
})

async function openSession(chatId: string): Promise<Session> {
  const token = await server.context.store.transact((tx) =>
    createGuestSession(tx, { chatId, guestId: `guest-${chatId}` }),
  )
  return { token, chatId }
}

const textsOf = ({ messages }: { messages: readonly { text: string }[] }) => messages.map(({ text }) => text)
const textsIn = (chatId: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `message ${from + index} of ${chatId}`)
const isOlderPage = ({ path }: SeenCall) => path.includes('before=')

describe('what was said', () => {
  it('is read from its newest page upwards to its beginning, in order and each message once', async () => {
    const session = await openSession('long')
    const transcript = openTranscript()
    await transcript.catchUp(session)
    expect(textsOf(transcript)).toEqual(textsIn('long', LONG - VIEW, LONG))
    expect(transcript.hasOlder()).toBe(true)
    await transcript.loadOlder(session)
    expect(textsOf(transcript)).toEqual(textsIn('long', LONG - 2 * VIEW, LONG))
    // Asked for twice at once, as two touches may.
    await Promise.all([transcript.loadOlder(session), transcript.loadOlder(session)])
    expect(textsOf(transcript)).toEqual(textsIn('long', 0, LONG))
    expect(transcript.hasOlder()).toBe(false)
  })

  it('has nothing above it where its first page was all', async () => {
    const session = await openSession('page')
    const transcript = openTranscript()
    await transcript.catchUp(session)
    await transcript.loadOlder(session)
    expect(textsOf(transcript)).toEqual(textsIn('page', 0, VIEW))
    expect(transcript.hasOlder()).toBe(false)
    const none = openTranscript()
    await none.loadOlder(await openSession('empty'))
    await none.catchUp(await openSession('empty'))
    expect([none.messages, none.hasOlder()]).toEqual([[], false])
  })

  it('has what others said before one’s own words, whose answer came first', async () => {
    const session = await openSession('talked')
    const transcript = openTranscript()
    await transcript.catchUp(session)
    const json = { text: 'from the front desk' }
    expect((await agent.call('/api/takeover/send/talked', { method: 'POST', json })).status).toBe(200)
    transcript.add([await sendMessage(session, makeKey(), 'from the guest')])
    await transcript.catchUp(session)
    expect(textsOf(transcript).slice(1)).toEqual(['from the front desk', 'from the guest'])
  })

  it('that was missed comes page by page, however much it is', async () => {
    const session = await openSession('missed')
    const transcript = openTranscript()
    await transcript.catchUp(session)
    const missed = 2 * GUEST_PAGE_MESSAGES + 1
    await sql`insert into messages (id, chat_id, text, sent_by_guest, type, created_at)
      select 'missed-' || n, 'missed', 'missed ' || n, false, 'text', now() + make_interval(secs => n)
      from generate_series(1, ${missed}::int) as n`.execute(server.context.store.db)
    line.calls.length = 0
    await transcript.catchUp(session)
    expect(textsOf(transcript).slice(1)).toEqual(
      Array.from({ length: missed }, (_, index) => `missed ${index + 1}`),
    )
    expect(line.calls).toHaveLength(3)
  })
})

describe('a conversation that is read upwards', () => {
  async function open(chatId: string) {
    const kept = openKept('own')
    kept.writeSession(await openSession(chatId))
    const heard = { unreachable: 0 }
    const nothing = () => undefined
    const conversation = openConversation(kept, null, {
      onChange: nothing,
      onSession: nothing,
      onSent: nothing,
      onForgotten: nothing,
      onUnreachable: () => (heard.unreachable += 1),
    })
    conversation.refresh()
    await waitFor('the newest page', () => conversation.readStanding().messages.length === VIEW)
    return { conversation, heard }
  }

  it('can be asked again for a page that did not come', async () => {
    const { conversation, heard } = await open('shown')
    line.failNext(isOlderPage, 'drop')
    await conversation.loadOlder()
    expect(heard.unreachable).toBe(1)
    expect(conversation.readStanding()).toMatchObject({ hasOlder: true, isReachable: true })
    expect(conversation.readStanding().messages).toHaveLength(VIEW)
    await conversation.loadOlder()
    expect(textsOf(conversation.readStanding())).toEqual(textsIn('shown', LONG - 2 * VIEW, LONG))
  })

  it('shows nothing of a page that comes after its end', async () => {
    const { conversation } = await open('ended')
    line.failNext(isOlderPage, 'hang')
    const loading = conversation.loadOlder()
    await waitFor('the page to be asked for', () => line.hanging() === 1)
    conversation.end()
    line.release()
    await loading
    expect(conversation.readStanding()).toMatchObject({ messages: [], hasOlder: false })
    await waitFor('the hotel to hear of the end', () => line.calls.some(({ method }) => method === 'DELETE'))
  })
})
