import { describe, expect, it } from 'vitest'
import { putChats } from '#src/db/mirror/chats.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import { readOwnWork } from '#src/db/mirror/own-work.ts'
import { writeMirror } from '#src/db/write.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const ME = { id: 'user-agent', name: 'Agent' }
const MARIA = { id: 'user-maria', name: 'Maria' }

async function openWith(...held: { user: typeof ME | null; by: (typeof ME | null)[]; type?: string }[]) {
  const { workspace } = await openDevice()
  const { mirror } = workspace
  await writeMirror(workspace, [mirror.chats, mirror.messages], async () => {
    for (const [index, { user, by, type = 'text' }] of held.entries()) {
      const chatId = `c${index}`
      await putChats(
        mirror,
        [makeChatRow(chatId, { user, pausedAt: user && new Date(NOON).toISOString() })],
        {
          readAt: 0,
          snapshot: '',
        },
      )
      const messages = by.map((author, place) =>
        makeMessageRow(chatId, `${chatId}-${place}`, place, { user: author, sentByGuest: false, type }),
      )
      await putMessages(mirror, messages)
    }
  })
  return readOwnWork(mirror, ME)
}

describe('what the environment has of a person’s work', () => {
  it('nothing where others hold the chats', async () => {
    expect(await openWith({ user: MARIA, by: [ME] }, { user: null, by: [ME] })).toEqual({
      hasTakenOver: false,
      hasAnswered: false,
    })
  })

  it('a takeover without an answer: what others wrote and what happened in it is none', async () => {
    expect(await openWith({ user: ME, by: [MARIA, null] })).toEqual({
      hasTakenOver: true,
      hasAnswered: false,
    })
    expect(await openWith({ user: ME, by: [ME], type: 'event' })).toEqual({
      hasTakenOver: true,
      hasAnswered: false,
    })
  })

  it('an answer in any of the chats that they hold', async () => {
    expect(await openWith({ user: ME, by: [] }, { user: ME, by: [MARIA, ME, null] })).toEqual({
      hasTakenOver: true,
      hasAnswered: true,
    })
  })
})
