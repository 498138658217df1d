import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropSuperseded } from '#src/actions/drop-superseded.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { passChats, returnChats } from '#src/actions/take-over.ts'
import { readHandover } from '#src/db/handover.ts'
import { summariseLeaving } from '#src/features/session/describe-leaving.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { queueText, readStates } from '#tests/support/holding.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import { idOf, nameOf, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const CHATS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

describe.each(['all', 'none'] as const)(
  'handing chats over at a real environment (capabilities: %s)',
  (capabilities) => {
    let server: TestServer
    let maria: Client
    beforeAll(async () => {
      const held = { holder: refTo('agent'), pausedAt: new Date() }
      const chats = CHATS.map((id) => makeChat(id, held))
      server = await startTestServer({ hotel: { isDemonstration: true, chats }, settings: { capabilities } })
      maria = await signIn(server, 'maria')
    })
    afterAll(() => server.stop())

    async function openRead(): Promise<Desk> {
      const desk = await openDeskAt(server, 'agent')
      await desk.sync()
      return desk
    }
    const seen = (...chatIds: string[]) => chatIds.map((chatId) => ({ chatId, holder: idOf('agent') }))
    const readHolder = async (chatId: string) => {
      const row = await server.context.store.db
        .selectFrom('chats')
        .select('holderId')
        .where('id', '=', chatId)
        .executeTakeFirst()
      return row?.holderId ?? null
    }
    const listRows = async (desk: Desk, ...chatIds: string[]) =>
      (await readHandover(desk.workspace))
        .filter(({ chatId }) => chatIds.includes(chatId))
        .map(({ chatId, standing }) => `${chatId} ${standing}`)
    const takeAsMaria = (chatId: string) =>
      maria.call(`/api/takeover/pause/${chatId}`, { key: crypto.randomUUID() })

    it('several are returned: with the environment’s answers their rows are gone, a draft’s stays', async () => {
      const desk = await openRead()
      await saveDraft(desk.workspace, 'b', 'half a thought', desk.clock.now())
      await returnChats(desk.workspace, seen('a', 'b'), desk.clock.now())
      expect(await listRows(desk, 'a', 'b')).toEqual(['a leaving', 'b leaving'])
      await desk.flush()
      expect(await readHolder('a')).toBeNull()
      expect(await readHolder('b')).toBeNull()
      await desk.sync()
      expect(await desk.operations()).toEqual([])
      expect(await listRows(desk, 'a', 'b')).toEqual(['b other'])
      expect((await desk.workspace.outbox.drafts.get('b'))?.text).toBe('half a thought')
    })

    it('without a line a return waits; once there is one it goes out, behind what was written before', async () => {
      const desk = await openRead()
      desk.setLineUp(false)
      await queueText(desk, 'c', 'a last word')
      await returnChats(desk.workspace, seen('c'), desk.clock.now())
      await desk.flush()
      expect(await readHolder('c')).toBe(idOf('agent'))
      expect(summariseLeaving(await readHandover(desk.workspace))).toMatchObject({ unsent: 2, stuck: 0 })
      desk.setLineUp(true)
      await desk.flushUntilIdle()
      expect(await readHolder('c')).toBeNull()
      const { body } = await maria.call('/api/info/chats/c/messages')
      expect(JSON.stringify(body)).toContain('a last word')
    })

    it('a colleague took it meanwhile: it is not taken from them, and the wish goes', async () => {
      const desk = await openRead()
      await returnChats(desk.workspace, seen('d', 'e'), desk.clock.now())
      expect((await takeAsMaria('d')).status).toBe(200)
      await desk.flush()
      expect(await readHolder('d')).toBe(idOf('maria'))
      expect(await readStates(desk, 'd')).toEqual(['failed holder_changed'])
      await desk.sync()
      expect(await listRows(desk, 'd', 'e')).toEqual(['d other'])
      await dropSuperseded(desk.workspace, 'd')
      expect(await listRows(desk, 'd', 'e')).toEqual([])
      expect(await desk.operations()).toEqual([])
      expect(await readHolder('e')).toBeNull()
    })

    it('several are passed to one colleague, where the environment passes chats on', async () => {
      const desk = await openRead()
      const to = { userId: idOf('maria'), name: nameOf('maria') }
      await passChats(desk.workspace, seen('f', 'g'), to, desk.clock.now())
      await desk.flush()
      await desk.sync()
      if (capabilities === 'all') {
        expect(await readHolder('f')).toBe(idOf('maria'))
        expect(await readHolder('g')).toBe(idOf('maria'))
        expect(await listRows(desk, 'f', 'g')).toEqual([])
      } else {
        expect(await readHolder('f')).toBe(idOf('agent'))
        expect(await listRows(desk, 'f', 'g')).toEqual(['f asked', 'g asked'])
        expect(await readStates(desk, 'f')).toEqual(['failed refused'])
      }
    })
  },
)
