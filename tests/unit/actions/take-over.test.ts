import { describe, expect, it } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { takeOver } from '#src/actions/take-over.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const CHAT = 'chat-1'
const MARIA = { id: 'user-maria', name: 'Maria' }

async function listKinds({ outbox }: Workspace): Promise<string[]> {
  return (await readLane(outbox, CHAT)).map(({ kind, state }) => `${kind} ${state}`)
}

/** What the environment's `not_held` and `holder_changed` leave behind. */
async function refuse({ outbox }: Workspace, id: string, code: 'not_held' | 'holder_changed'): Promise<void> {
  const operation = await outbox.operations.get(id)
  if (!operation) throw new Error('there is nothing to refuse')
  const refused: Operation = { ...operation, state: 'failed', claim: null, reason: { code, holder: MARIA } }
  await outbox.operations.put(refused)
}

describe('a takeover', () => {
  it('goes to the end of its lane', async () => {
    const { workspace } = await openDevice()
    await sendMessage(workspace, CHAT, 'first', NOON)
    await takeOver(workspace, CHAT, MARIA.id, NOON)
    expect(await listKinds(workspace)).toEqual(['send queued', 'pause queued'])
  })

  it('goes before what waits for the user, which keeps its words and its place', async () => {
    const { workspace } = await openDevice()
    const id = await sendMessage(workspace, CHAT, 'first', NOON)
    await sendMessage(workspace, CHAT, 'second', NOON)
    await refuse(workspace, id ?? '', 'not_held')
    await takeOver(workspace, CHAT, MARIA.id, NOON)
    expect(await listKinds(workspace)).toEqual(['pause queued', 'send failed', 'send queued'])
  })

  it('with a message goes before what waits; the message waits its turn', async () => {
    const { workspace } = await openDevice()
    const id = await sendMessage(workspace, CHAT, 'first', NOON)
    await refuse(workspace, id ?? '', 'not_held')
    await sendMessage(workspace, CHAT, 'second', NOON, MARIA.id)
    expect(await listKinds(workspace)).toEqual(['pause queued', 'send failed', 'send queued'])
  })

  it('replaces a refused one, and is of whoever holds the chat now', async () => {
    const { workspace } = await openDevice()
    const id = await takeOver(workspace, CHAT, 'bot', NOON)
    await sendMessage(workspace, CHAT, 'first', NOON)
    await refuse(workspace, id, 'holder_changed')
    await takeOver(workspace, CHAT, MARIA.id, NOON)
    expect(await listKinds(workspace)).toEqual(['pause queued', 'send queued'])
    const [pause] = await readLane(workspace.outbox, CHAT)
    expect(pause?.expects).toEqual({ holder: MARIA.id })
  })

  it('asked twice is one', async () => {
    const { workspace } = await openDevice()
    const first = await takeOver(workspace, CHAT, 'bot', NOON)
    expect(await takeOver(workspace, CHAT, 'bot', NOON)).toBe(first)
  })
})
