import { describe, expect, it } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { saveTicketDraft } from '#src/actions/save-ticket.ts'
import { passChats, returnChats, takeOver } from '#src/actions/take-over.ts'
import { dropSuperseded } from '#src/actions/drop-superseded.ts'
import { readHandover } from '#src/db/handover.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import type { Chat } from '#src/contract/chats.ts'
import type { Operation, Reason } from '#src/domain/outbox/operation.ts'
import { isSuperseded } from '#src/domain/outbox/superseded.ts'
import { summariseLeaving } from '#src/features/session/describe-leaving.ts'
import { at, makeChatRow, makeOperation } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const ME = { id: 'user-agent', name: 'Agent' }
const MARIA = { id: 'user-maria', name: 'Maria' }
const HELD = { user: ME, pausedAt: at(0) }

async function openWith(...chats: Chat[]): Promise<Workspace> {
  const { workspace } = await openDevice()
  await store(workspace, ...chats)
  return workspace
}

function store(workspace: Workspace, ...chats: Chat[]): Promise<void> {
  const { mirror } = workspace
  return writeMirror(workspace, [mirror.chats], () => putChats(mirror, chats, { readAt: 0, snapshot: '' }))
}

const seen = (...chatIds: string[]) => chatIds.map((chatId) => ({ chatId, holder: ME.id }))
const listStandings = async (workspace: Workspace) =>
  (await readHandover(workspace)).map(({ chatId, standing }) => `${chatId} ${standing}`)

/** What the environment's refusal leaves behind. */
async function refuse({ outbox }: Workspace, chatId: string, reason: Reason): Promise<void> {
  const [operation] = await readLane(outbox, chatId)
  if (!operation) throw new Error('there is nothing to refuse')
  const refused: Operation = { ...operation, state: 'failed', claim: null, reason }
  await outbox.operations.put(refused)
}

describe('what a sign-out would leave behind', () => {
  it('nothing held, no draft, nothing unsent: no row', async () => {
    const workspace = await openWith(
      makeChatRow('free'),
      makeChatRow('marias', { user: MARIA, pausedAt: at(0) }),
      makeChatRow('paused', { pausedAt: at(0) }),
    )
    expect(await readHandover(workspace)).toEqual([])
  })

  it('held chats by name, then what else is unsent; a chat is one row whatever is in it', async () => {
    const workspace = await openWith(
      makeChatRow('1', { ...HELD, displayName: 'Zoe' }),
      makeChatRow('2', { ...HELD, displayName: 'Ana' }),
      makeChatRow('3'),
    )
    await saveDraft(workspace, '1', 'half a thought', NOON)
    await sendMessage(workspace, '1', 'unsent', NOON)
    await saveDraft(workspace, '3', 'not mine', NOON + 1)
    await saveTicketDraft(workspace, 'gone', { queueId: '', description: 'a lamp' }, NOON + 2)
    const rows = await readHandover(workspace)
    expect(rows.map((row) => [row.chatId, row.standing, row.operations.length, row.drafts.length])).toEqual([
      ['2', 'mine', 0, 0],
      ['1', 'mine', 1, 1],
      ['3', 'other', 0, 1],
      ['gone', 'other', 0, 1],
    ])
    expect(rows.at(-1)?.chat).toBeNull()
    expect(summariseLeaving(rows)).toEqual({
      held: 2,
      unsent: 1,
      stuck: 0,
      drafts: 3,
      isHandingOver: false,
    })
  })

  it('a holder without an id is known by name, another person of the name is not me', async () => {
    const workspace = await openWith(
      makeChatRow('by-name', { user: { id: '', name: ME.name }, pausedAt: at(0) }),
      makeChatRow('namesake', { user: { id: 'other', name: ME.name }, pausedAt: at(0) }),
      makeChatRow('nobody', { user: { id: '', name: 'Maria' }, pausedAt: at(0) }),
    )
    expect(await listStandings(workspace)).toEqual(['by-name mine'])
  })

  it('a takeover that waits is unsent and nothing that is held', async () => {
    const workspace = await openWith(makeChatRow('free'))
    await takeOver(workspace, 'free', 'bot', NOON)
    expect(await listStandings(workspace)).toEqual(['free other'])
    expect(summariseLeaving(await readHandover(workspace))).toMatchObject({ held: 0, unsent: 1 })
  })
})

describe('handing chats over, without a line too', () => {
  const three = () => openWith(...['a', 'b', 'c'].map((id) => makeChatRow(id, HELD)))

  it('returned and passed chats are on their way, unsent, and keep their places', async () => {
    const workspace = await three()
    await returnChats(workspace, seen('a'), NOON)
    await passChats(workspace, seen('b'), { userId: MARIA.id, name: MARIA.name }, NOON)
    expect(await listStandings(workspace)).toEqual(['a leaving', 'b leaving', 'c mine'])
    expect(summariseLeaving(await readHandover(workspace))).toMatchObject({
      held: 1,
      unsent: 2,
      isHandingOver: true,
    })
    const [play] = await readLane(workspace.outbox, 'a')
    expect(play).toMatchObject({ kind: 'play', state: 'queued', expects: { holder: ME.id } })
    const [pass] = await readLane(workspace.outbox, 'b')
    expect(pass).toMatchObject({ kind: 'pass', payload: { userId: MARIA.id }, expects: { holder: ME.id } })
  })

  it('twice is once', async () => {
    const workspace = await three()
    await returnChats(workspace, seen('a', 'b', 'c'), NOON)
    await returnChats(workspace, seen('a', 'b', 'c'), NOON + 1)
    await passChats(workspace, [], { userId: MARIA.id, name: MARIA.name }, NOON)
    expect(await workspace.outbox.operations.count()).toBe(3)
  })

  it('all of them are noted, or none', async () => {
    const workspace = await three()
    await workspace.outbox.meta.put({ key: 'epoch', value: 99 })
    await expect(returnChats(workspace, seen('a', 'b'), NOON)).rejects.toThrow()
    expect(await workspace.outbox.operations.count()).toBe(0)
  })

  it('goes behind what is written: it is sent before the chat is given away', async () => {
    const workspace = await three()
    await sendMessage(workspace, 'a', 'a last word', NOON)
    await returnChats(workspace, seen('a'), NOON)
    expect((await readLane(workspace.outbox, 'a')).map(({ kind }) => kind)).toEqual(['send', 'play'])
    expect(summariseLeaving(await readHandover(workspace)).isHandingOver).toBe(false)
  })

  it('one that is refused for another reason waits for an answer, and is still held', async () => {
    const workspace = await three()
    await returnChats(workspace, seen('a'), NOON)
    await refuse(workspace, 'a', { code: 'forbidden' })
    expect(await listStandings(workspace)).toEqual(['a asked', 'b mine', 'c mine'])
    expect(summariseLeaving(await readHandover(workspace))).toMatchObject({ held: 3, unsent: 1, stuck: 1 })
    await dropSuperseded(workspace, 'a')
    expect(await workspace.outbox.operations.count()).toBe(1)
  })

  it('a colleague took it meanwhile: the row goes, with the wish that came too late', async () => {
    const workspace = await three()
    await returnChats(workspace, seen('a'), NOON)
    await sendMessage(workspace, 'a', 'behind it', NOON)
    await refuse(workspace, 'a', { code: 'holder_changed', holder: MARIA })
    // As long as this device does not know who has it, it stays.
    await dropSuperseded(workspace, 'a')
    expect(await listStandings(workspace)).toEqual(['a asked', 'b mine', 'c mine'])

    await store(workspace, makeChatRow('a', { user: MARIA, pausedAt: at(0) }))
    await dropSuperseded(workspace, 'a')
    expect((await readLane(workspace.outbox, 'a')).map(({ kind }) => kind)).toEqual(['send'])
    await workspace.outbox.operations.clear()
    expect(await listStandings(workspace)).toEqual(['b mine', 'c mine'])
  })
})

describe('whether a wish to give a chat away has come too late', () => {
  const refused = (kind: 'play' | 'pause', reason: Reason, doubt: Operation['doubt'] = 'none') =>
    makeOperation({ doubt }, { kind, payload: null }, { state: 'failed', claim: null, reason })
  const changed: Reason = { code: 'holder_changed', holder: MARIA }

  it.each<[string, Operation, typeof ME | null, boolean]>([
    ['a colleague has it', refused('play', changed), MARIA, true],
    ['the bot has it', refused('play', { code: 'not_held', holder: null }), null, true],
    ['it is gone', refused('play', { code: 'not_found' }), null, true],
    ['it is mine again', refused('play', changed), ME, false],
    ['it may have arrived', refused('play', changed, 'keyed'), MARIA, false],
    ['it was refused for what it is', refused('play', { code: 'forbidden' }), MARIA, false],
    ['it was to take the chat', refused('pause', changed), MARIA, false],
    ['it waits', makeOperation({}, { kind: 'play', payload: null }), MARIA, false],
    ['it is a message', makeOperation(), MARIA, false],
  ])('%s', (_, operation, holder, isToo) => {
    expect(isSuperseded(operation, holder, ME)).toBe(isToo)
  })
})
