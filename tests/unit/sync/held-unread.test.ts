import { afterAll, beforeAll, expect, it } from 'vitest'
import { markSeen } from '#src/actions/open-chat.ts'
import { resolveChat, takeOver } from '#src/actions/take-over.ts'
import { readChatEntries } from '#src/db/chat-list.ts'
import { describeRow } from '#src/domain/chats/describe-row.ts'
import { openDeskAt } from '#tests/support/desk.ts'
import { openGuest } from '#tests/support/guest.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('a chat that is resolved and still held is unread when its guest writes', async () => {
  const guest = await openGuest(server.url)
  const { chatId } = guest
  const desk = await openDeskAt(server, 'agent')
  const read = async () => {
    await desk.sync()
    const [entry] = await readChatEntries(desk.workspace, [chatId])
    if (!entry) throw new Error('the chat is not there')
    const { user } = desk.workspace
    return { entry, row: describeRow(entry, user, desk.clock.now(), 'UTC') }
  }
  await guest.say('I want to talk to a person')
  await waitFor('the help request', async () => (await read()).entry.chat.needsHelp)
  await takeOver(desk.workspace, chatId, 'bot', desk.clock.now())
  await desk.flush()
  const { chat } = (await read()).entry
  await resolveChat(desk.workspace, chatId, chat.helpAt ?? null, desk.clock.now())
  await desk.flush()
  await markSeen(desk.workspace, chatId, (await read()).entry.chat.lastUserMessageDate ?? '')
  const before = await read()
  expect(before.entry.chat).toMatchObject({ needsHelp: false, user: { id: desk.workspace.user.id } })
  expect(before.row.isUnread).toBe(false)

  await guest.say('Are you still there?')
  expect(await read()).toMatchObject({ entry: { chat: { needsHelp: false } }, row: { isUnread: true } })
})
