import { describe, expect, it } from 'vitest'
import { keepChat } from '#src/actions/keep-chat.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import type { Chat, Message } from '#src/contract/chats.ts'
import { readLastWritten } from '#src/db/last-written.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { storeClockOffset } from '#src/db/mirror/meta.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { applyNewest } from '#src/sync/apply-messages.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const ME = { id: 'user-agent', name: 'Agent' }
const MARIA = { id: 'user-maria', name: 'Maria' }

async function fill(workspace: Workspace, chat: Partial<Chat>, messages: Message[]): Promise<void> {
  const { mirror } = workspace
  await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], async () => {
    await putChats(mirror, [makeChatRow('c', chat)], { readAt: 0, snapshot: '' })
    await applyNewest(mirror, [{ chatId: 'c', messages, isWhole: true }], NOON)
  })
}

describe('when something was last written in a chat', () => {
  it('by me or the guest; neither a colleague nor the bot counts', async () => {
    const { workspace } = await openDevice()
    await fill(workspace, { lastUserMessageDate: at(1_000) }, [
      makeMessageRow('c', 'guest', 1_000),
      makeMessageRow('c', 'mine', 2_000, { sentByGuest: false, user: ME }),
      makeMessageRow('c', 'hers', 3_000, { sentByGuest: false, user: MARIA }),
      makeMessageRow('c', 'bot', 4_000, { sentByGuest: false }),
    ])
    expect(await readLastWritten(workspace, 'c')).toEqual({ writtenAt: at(2_000), keptAt: null })
  })

  it('the guest’s last word counts also where it is not mirrored', async () => {
    const { workspace } = await openDevice()
    await fill(workspace, { lastUserMessageDate: at(5_000) }, [makeMessageRow('c', 'guest', 1_000)])
    expect((await readLastWritten(workspace, 'c')).writtenAt).toBe(at(5_000))
  })

  it('I8: what is unsent counts, by the environment’s clock', async () => {
    const { workspace } = await openDevice()
    await fill(workspace, { lastUserMessageDate: null }, [])
    await writeMirror(workspace, [], () => storeClockOffset(workspace.mirror, -60_000))
    await sendMessage(workspace, 'c', 'hello', NOON + 90_000)
    expect((await readLastWritten(workspace, 'c')).writtenAt).toBe(at(30_000))
  })

  it('nothing at all, and the last Keep it', async () => {
    const { workspace } = await openDevice()
    expect(await readLastWritten(workspace, 'c')).toEqual({ writtenAt: null, keptAt: null })
    await keepChat(workspace, 'c', NOON)
    expect((await readLastWritten(workspace, 'c')).keptAt).toBe(at(0))
  })
})
