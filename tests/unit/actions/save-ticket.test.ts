import { describe, expect, it } from 'vitest'
import { keepChat } from '#src/actions/keep-chat.ts'
import { checkTicket, saveTicket, saveTicketDraft } from '#src/actions/save-ticket.ts'
import { MAX_TICKET_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { readKeptAt } from '#src/db/outbox/kept-chats.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import { readTicketDraft } from '#src/db/outbox/ticket-drafts.ts'
import { readChatList } from '#src/db/chat-list.ts'
import { readChatsWithWork } from '#src/db/write.ts'
import { FORGOTTEN_MS } from '#src/domain/chats/reminder.ts'
import { TICKET_LANE, type TicketPayload } from '#src/domain/outbox/operation.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const FORM = { queueId: 'q1', description: ' Two towels ' }
const TICKET: TicketPayload = {
  ...FORM,
  queueName: 'Housekeeping',
  title: 'Room 1204',
  guestId: 'g1',
  room: '1204',
  chatId: 'c1',
}

describe('SAVE TICKET', () => {
  it.each([
    [{ queueId: '', description: 'x' }, 'empty'],
    [{ queueId: 'q1', description: '' }, 'empty'],
    [{ queueId: 'q1', description: ' \n\t\u00a0' }, 'empty'],
    [{ queueId: 'q1', description: 'x' }, null],
    [{ queueId: 'q1', description: ` ${'x'.repeat(MAX_TICKET_CHARS)} ` }, null],
    [{ queueId: 'q1', description: 'x'.repeat(MAX_TICKET_CHARS + 1) }, 'too-long'],
  ])('needs both, and no more than fits (case %#)', (form, problem) => {
    expect(checkTicket(form)).toBe(problem)
  })

  it('hands the form over once: the operation in, the draft out', async () => {
    const { workspace } = await openDevice()
    await saveTicketDraft(workspace, 'c1', FORM, NOON)
    const id = await saveTicket(workspace, TICKET, NOON)
    expect(await readLane(workspace.outbox, TICKET_LANE)).toMatchObject([
      { id, kind: 'ticket', state: 'queued', version: 2, payload: { ...TICKET, description: 'Two towels' } },
    ])
    expect(await readTicketDraft(workspace.outbox, 'c1')).toBeUndefined()
  })

  it('a form that another tab has filled differently stays', async () => {
    const { workspace } = await openDevice()
    await saveTicketDraft(workspace, 'c1', { ...FORM, queueId: 'q2' }, NOON)
    await saveTicket(workspace, TICKET, NOON)
    expect(await readTicketDraft(workspace.outbox, 'c1')).toMatchObject({ queueId: 'q2' })
  })

  it('a commit that fails changes nothing', async () => {
    const { workspace } = await openDevice()
    await saveTicketDraft(workspace, 'c1', FORM, NOON)
    await workspace.outbox.meta.put({ key: 'epoch', value: 99 })
    await expect(saveTicket(workspace, TICKET, NOON)).rejects.toThrow(SessionEndedError)
    expect(await readLane(workspace.outbox, TICKET_LANE)).toEqual([])
    expect(await readTicketDraft(workspace.outbox, 'c1')).toMatchObject(FORM)
  })

  it('what can not be saved is not queued', async () => {
    const { workspace } = await openDevice()
    expect(await saveTicket(workspace, { ...TICKET, description: ' ' }, NOON)).toBeNull()
    expect(await readLane(workspace.outbox, TICKET_LANE)).toEqual([])
  })

  it('a guest’s name is cut to a Location, never within a character', async () => {
    const { workspace } = await openDevice()
    const title = `${'x'.repeat(MAX_TICKET_TITLE_CHARS - 1)}😀😀`
    await saveTicket(workspace, { ...TICKET, title }, NOON)
    const [operation] = await readLane(workspace.outbox, TICKET_LANE)
    expect(operation?.payload).toMatchObject({ title: 'x'.repeat(MAX_TICKET_TITLE_CHARS - 1) })
  })
})

describe('a room that is no room', () => {
  it('is not said on the wire', async () => {
    const { workspace } = await openDevice()
    await saveTicket(workspace, { ...TICKET, room: '1'.repeat(51) }, NOON)
    const [operation] = await readLane(workspace.outbox, TICKET_LANE)
    expect(operation?.payload).toMatchObject({ room: null, title: 'Room 1204' })
  })
})

describe('a half-written ticket', () => {
  it('stays over a restart, beside the message of its chat, and goes when it is emptied', async () => {
    const device = await openDevice()
    await saveTicketDraft(device.workspace, 'c1', { queueId: 'q1', description: '' }, NOON)
    await device.workspace.outbox.drafts.put({ chatId: 'c1', text: 'hello', updatedAt: NOON })
    device.close()
    const { workspace } = await openDevice({ options: device.options })
    const { outbox } = workspace
    expect(await readTicketDraft(outbox, 'c1')).toEqual({ queueId: 'q1', description: '', updatedAt: NOON })
    expect((await outbox.drafts.get('c1'))?.text).toBe('hello')
    await saveTicketDraft(workspace, 'c1', { queueId: '', description: '' }, NOON)
    expect(await readTicketDraft(outbox, 'c1')).toBeUndefined()
    expect((await outbox.drafts.get('c1'))?.text).toBe('hello')
  })

  it('D5: is local work of its chat, and so is an unsent one: the chat is kept, and no chat of another name is asked for', async () => {
    const { workspace } = await openDevice()
    await saveTicketDraft(workspace, 'c1', FORM, NOON)
    await saveTicket(workspace, { ...TICKET, chatId: 'c2' }, NOON)
    expect(await readChatsWithWork(workspace)).toEqual(new Set(['c1', 'c2']))
  })

  it('O9: an unsent ticket is on its chat’s row', async () => {
    const { workspace } = await openDevice()
    const chat = makeChatRow('c1')
    const row = { chat, updatedAt: chat.updatedAt, help: 0, paused: 0, heldBy: '', readAt: 0 } as const
    await workspace.mirror.chats.put({ ...row, id: 'c1', snapshot: '', preview: null })
    const id = await saveTicket(workspace, TICKET, NOON)
    const query = { filter: 'all', type: 'all', search: '', isShowingAll: true, now: NOON } as const
    const { entries } = await readChatList(workspace, query, 0, 10)
    expect(entries.map(({ operations }) => operations.map((operation) => operation.id))).toEqual([[id]])
  })
})

describe('Keep it', () => {
  it('is kept by chat, and what is over is forgotten', async () => {
    const { workspace } = await openDevice()
    const { outbox } = workspace
    await keepChat(workspace, 'c1', NOON)
    await keepChat(workspace, 'c2', NOON + FORGOTTEN_MS)
    expect([await readKeptAt(outbox, 'c1'), await readKeptAt(outbox, 'c2')]).toEqual([
      at(0),
      at(FORGOTTEN_MS),
    ])
    await keepChat(workspace, 'c3', NOON + FORGOTTEN_MS + 1)
    expect(await readKeptAt(outbox, 'c1')).toBeNull()
    expect(await readKeptAt(outbox, 'c2')).toBe(at(FORGOTTEN_MS))
  })
})
