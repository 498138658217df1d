import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { followHint, refreshThread } from '#src/sync/refresh.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { openScripted } from '#tests/support/scripted-desk.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { capabilities: 'none' } })
})
afterAll(() => server.stop())

const isMessages = (call: { path: string }) => call.path.endsWith('/messages')

describe('without sync: a lost hint leaves no gap in what is drawn (I10)', () => {
  /** A chat with one message, or more, that a desk has met in the list alone. */
  async function openListed(count = 1) {
    const fresh = await openGuest(server.url)
    const sent: string[] = []
    for (let n = 1; n <= count; n += 1) sent.push((await fresh.say(`${n}`)).id)
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    return { ...fresh, desk, sent }
  }

  async function expectDrawn(desk: Desk, { chatId, read }: Guest, ids: string[]): Promise<void> {
    const { historyFrom } = await readThreadRow(desk.workspace.mirror, chatId)
    const drawn = (await readAllMessages(desk.workspace.mirror, chatId))
      .filter(({ createdAt }) => historyFrom !== null && createdAt >= historyFrom)
      .map(({ id }) => id)
    expect(drawn).toEqual(expect.arrayContaining(ids))
    // The bot answers in its own time: what it said later than the last that is drawn is no gap.
    const delivered = (await read()).map(({ id }) => id)
    const first = delivered.indexOf(drawn[0] ?? '')
    expect(drawn).toEqual(delivered.slice(first, first + drawn.length))
  }

  it('in a thread that was never read', async () => {
    const { desk, sent, ...guest } = await openListed(3)
    await followHint(desk.context, guest.chatId, sent[0] ?? '')
    await followHint(desk.context, guest.chatId, sent[2] ?? '')
    await expectDrawn(desk, guest, sent)
  })

  it('where the list has counted it, and its messages could not be read', async () => {
    const { desk, ...guest } = await openListed()
    await refreshThread(desk.context, guest.chatId)
    const lost = await guest.say('its hint was lost')
    const hinted = await guest.say('its hint came')
    desk.line.failNext(isMessages, 'error-500')
    await desk.sync()
    await followHint(desk.context, guest.chatId, hinted.id)
    await expectDrawn(desk, guest, [lost.id, hinted.id])
  })

  it('where the hint before it came twice', async () => {
    const { desk, sent, ...guest } = await openListed()
    await refreshThread(desk.context, guest.chatId)
    const lost = await guest.say('its hint was lost')
    await followHint(desk.context, guest.chatId, sent[0] ?? '')
    await expectDrawn(desk, guest, [lost.id])
  })

  it('where the list counts it while the message before it is fetched', async () => {
    const messages = [1, 2, 3].map((n) => makeMessageRow('c', `m${n}`, n * 1_000))
    let known = 1
    const desk = await openScripted(
      () => [makeChatRow('c', { messagesCount: known, updatedAt: at(known) })],
      () => messages.slice(0, known),
    )
    await followHint(desk.context, 'c', 'm1')
    known = 2
    desk.line.failNext(({ path }) => path === '/api/info/message/m2', 'hang')
    const following = followHint(desk.context, 'c', 'm2')
    await waitFor('the message to be asked for', () => desk.line.hanging() === 1)
    known = 3
    desk.line.failNext(isMessages, 'error-500')
    await desk.sync()
    desk.line.release()
    await following
    await desk.sync()
    expect((await readAllMessages(desk.workspace.mirror, 'c')).map(({ id }) => id)).toEqual([
      'm1',
      'm2',
      'm3',
    ])
  })

  it('where the list counts it while the thread is read', async () => {
    const messages = [1, 2].map((n) => makeMessageRow('c', `m${n}`, n * 1_000))
    let known = 1
    let listed = 1
    const desk = await openScripted(
      () => [makeChatRow('c', { messagesCount: known, updatedAt: at(known) })],
      () => messages.slice(0, listed),
    )
    await followHint(desk.context, 'c', 'm1')
    desk.line.failNext(isMessages, 'hang')
    const reading = refreshThread(desk.context, 'c')
    await waitFor('the thread to be asked for', () => desk.line.hanging() === 1)
    known = 2
    desk.line.failNext(isMessages, 'error-500')
    await desk.sync()
    desk.line.release()
    await reading
    listed = 2
    await desk.sync()
    expect((await readAllMessages(desk.workspace.mirror, 'c')).map(({ id }) => id)).toEqual(['m1', 'm2'])
  })
})
