import { describe, expect, it } from 'vitest'
import { readChat } from '#src/contract/chats.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { describeUnsent } from '#src/features/messenger/unsent/describe-unsent.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const ALONE = { blockedBy: null, hasMessagesBehind: false }
const MARIA = { id: 'user-maria', name: 'Maria' }

async function refuseMessage() {
  const { workspace } = await openDevice()
  const id = await sendMessage(workspace, 'chat-1', 'hello', NOON)
  const operation = await workspace.outbox.operations.get(id ?? '')
  if (!operation) throw new Error('nothing was queued')
  const reason = { code: 'not_held', holder: MARIA } as const
  const refused: Operation = { ...operation, state: 'failed', claim: null, reason }
  return { me: workspace.user, operation: refused }
}

describe('a message refused because a colleague had the chat', () => {
  it('offers to take the chat over while the colleague has it', async () => {
    const { me, operation } = await refuseMessage()
    const serverChat = readChat({ id: 'chat-1', user: MARIA })
    const view = describeUnsent(operation, ALONE, { serverChat, me, now: NOON })
    expect(view.state).toBe('Not sent: Maria has this chat now')
    expect(view.waysOut).toEqual(['take-over-and-send', 'edit', 'discard'])
  })

  it('is only to be sent again once its writer has the chat', async () => {
    const { me, operation } = await refuseMessage()
    const serverChat = readChat({ id: 'chat-1', user: { id: me.id, name: me.name } })
    const view = describeUnsent(operation, ALONE, { serverChat, me, now: NOON })
    expect(view.state).not.toContain('Maria')
    expect(view.waysOut).toEqual(['send-again', 'edit', 'discard'])
  })
})
