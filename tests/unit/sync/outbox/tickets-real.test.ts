import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveTicket } from '#src/actions/save-ticket.ts'
import { passChat } from '#src/actions/take-over.ts'
import { readDepartments, readStaff } from '#src/db/mirror/reference.ts'
import { TICKET_LANE } from '#src/domain/outbox/operation.ts'
import { refreshReference } from '#src/sync/refresh-reference.ts'
import { signIn } from '#tests/support/api-client.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import type { SeenCall } from '#tests/support/fault-fetch.ts'
import { openHolding, readStates } from '#tests/support/holding.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const isTicketCall = (call: SeenCall) => call.path === '/api/add-ticket'
const isPassCall = (call: SeenCall) => call.path.startsWith('/api/takeover/pass/')

describe.each(['all', 'none'] as const)('tickets at a real environment (CAPABILITIES=%s)', (capabilities) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { capabilities }, hotel: makeHotel() })
  })
  afterAll(() => server.stop())

  async function saveTowels(desk: Desk, description: string, queueId = 'housekeeping'): Promise<void> {
    const known = { title: 'Room 1204', guestId: 'guest-free', room: '1204', chatId: 'free' }
    const ticket = { ...known, queueId, queueName: 'Housekeeping', description }
    await saveTicket(desk.workspace, ticket, desk.clock.now())
  }
  const readTickets = (description: string) =>
    server.context.store.db.selectFrom('tickets').selectAll().where('description', '=', description).execute()

  it('the departments are there, and a ticket arrives with all that is known', async () => {
    const desk = await openDeskAt(server, 'agent')
    await refreshReference(desk.context)
    expect((await readDepartments(desk.workspace.mirror)).map(({ id }) => id)).toEqual([
      'front-desk',
      'housekeeping',
    ])
    await saveTowels(desk, 'two towels')
    await desk.flush()
    expect(await desk.operations()).toEqual([])
    expect(await readTickets('two towels')).toMatchObject([
      {
        queueId: 'housekeeping',
        title: 'Room 1204',
        status: 'open',
        guestId: 'guest-free',
        room: '1204',
        chatId: capabilities === 'all' ? 'free' : null,
        createdBy: 'user-agent',
      },
    ])
  })

  it('the reply is lost: there is one ticket, and without keys the user is asked', async () => {
    const desk = await openDeskAt(server, 'agent')
    await saveTowels(desk, 'soap')
    desk.line.failNext(isTicketCall, 'lose', 'lose')
    await desk.flushUntilIdle()
    expect(await readTickets('soap')).toHaveLength(1)
    expect(await readStates(desk, TICKET_LANE)).toEqual(
      capabilities === 'all' ? [] : ['held delivery_unknown'],
    )
  })

  it('a department that is gone: refused in the environment’s words', async () => {
    const desk = await openDeskAt(server, 'agent')
    await saveTowels(desk, 'to nobody', 'closed-down')
    await desk.flush()
    expect(await desk.operations()).toMatchObject([
      { state: 'failed', reason: { code: 'refused', message: 'This department does not exist.' } },
    ])
    expect(await readTickets('to nobody')).toEqual([])
  })
})

describe('passing a chat on at a real environment', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  it('the colleague has it, once, also where the reply was lost', async () => {
    const { desk, chatId } = await openHolding(server)
    await refreshReference(desk.context)
    const maria = (await readStaff(desk.workspace.mirror)).find(({ name }) => name === 'Maria')
    if (!maria) throw new Error('Maria is not among the staff')
    const to = { userId: maria.id, name: maria.name }
    await passChat(desk.workspace, chatId, to, desk.workspace.user.id, desk.clock.now())
    desk.line.failNext(isPassCall, 'lose')
    await desk.flushUntilIdle()
    expect(await desk.operations()).toEqual([])
    expect(new Set(desk.line.calls.filter(isPassCall).map(({ key }) => key)).size).toBe(1)
    expect((await desk.workspace.mirror.chats.get(chatId))?.chat.user).toEqual({
      id: maria.id,
      name: 'Maria',
    })
  })

  it('not mine any more: refused with who has it', async () => {
    const { desk, chatId } = await openHolding(server)
    await (await signIn(server, 'maria')).call(`/api/takeover/pause/${chatId}`)
    const to = { userId: 'user-manager', name: 'Manager' }
    await passChat(desk.workspace, chatId, to, desk.workspace.user.id, desk.clock.now())
    await desk.flush()
    expect(await readStates(desk, chatId)).toEqual(['failed holder_changed'])
    expect((await desk.workspace.mirror.chats.get(chatId))?.chat.user?.name).toBe('Maria')
  })
})
