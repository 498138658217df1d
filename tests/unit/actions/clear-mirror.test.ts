import Dexie from 'dexie'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimHelpRequests } from '#src/actions/claim-help-requests.ts'
import { clearMirror } from '#src/actions/clear-mirror.ts'
import { askFor, markSeen, openChat } from '#src/actions/open-chat.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readClockOffset, readCursor, readSyncedAt, storeClockOffset } from '#src/db/mirror/meta.ts'
import { readHandover } from '#src/db/handover.ts'
import { openWorkspace, type Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { createFetchQueue } from '#src/sync/fetch-queue.ts'
import { openDesk, openDeskAt, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { ALL_CAPABILITIES, NO_CAPABILITIES } from '#tests/support/local.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SILENT = { onOutdated: () => undefined, onBroken: () => undefined }

const listChats = ({ mirror }: Workspace) => mirror.chats.toCollection().primaryKeys()
const countMirrored = async ({ mirror }: Workspace) => {
  const counts = await Promise.all(
    [mirror.chats, mirror.messages, mirror.threads].map((table) => table.count()),
  )
  return counts
}

describe.each(['all', 'none'] as const)(
  'clearing what was read, at a real environment (capabilities: %s)',
  (capabilities) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer({ hotel: makeHotel(), settings: { capabilities } })
    })
    afterAll(() => server.stop())

    async function openRead(): Promise<Desk> {
      const desk = await openDeskAt(server, 'agent')
      await desk.sync()
      await openChat(desk.workspace, 'long', desk.clock.now())
      await createFetchQueue(desk.context).run()
      return desk
    }

    it('removes all of it; drafts, what was seen and the hotel’s clock stay; the next pull brings it again', async () => {
      const desk = await openRead()
      const { workspace } = desk
      const { mirror, outbox } = workspace
      await saveDraft(workspace, 'free', 'half a thought', desk.clock.now())
      await markSeen(workspace, 'free', '2026-11-20T12:00:00.000Z')
      await writeMirror(workspace, [], () => storeClockOffset(mirror, 7_200_000))
      const before = await listChats(workspace)
      expect(before.length).toBeGreaterThan(5)

      await clearMirror(workspace, desk.clock.now())
      const left = Object.fromEntries(
        await Promise.all(
          mirror.tables.map(async ({ name }) => [name, await mirror.table(name).count()] as const),
        ),
      )
      // What is open is asked for, and is still known to be open (D5).
      expect(left).toMatchObject({ chats: 0, messages: 0, guestCards: 0, files: 0, answers: 0, threads: 1 })
      expect(await readCursor(mirror)).toBeNull()
      expect(await readSyncedAt(mirror)).toBeNull()
      expect(await readClockOffset(mirror)).toBe(7_200_000)
      expect((await outbox.drafts.get('free'))?.text).toBe('half a thought')
      expect(await outbox.seen.count()).toBe(1)

      await desk.sync()
      await createFetchQueue(desk.context).run()
      expect((await listChats(workspace)).sort()).toEqual(before.sort())
      expect((await readAllMessages(mirror, 'long')).length).toBeGreaterThanOrEqual(50)
      expect(await mirror.answers.count()).toBe(2)
      expect(await readSyncedAt(mirror)).toBe(desk.clock.now())
      expect(await mirror.fetchRequests.count()).toBe(0)
    })

    it('what is open or has a draft comes again, also where the default list does not have it', async () => {
      const desk = await openRead()
      const { workspace, clock } = desk
      await openChat(workspace, 'old-7', clock.now())
      await saveDraft(workspace, 'old-6', 'not done yet', clock.now())
      await createFetchQueue(desk.context).run()
      await clearMirror(workspace, clock.now())
      await desk.sync()
      await createFetchQueue(desk.context).run()
      const ids = await listChats(workspace)
      expect(ids).toContain('old-7')
      expect(ids).toContain('old-6')
      // Which alone lists all it has.
      expect(ids.includes('old-5')).toBe(capabilities === 'none')
      expect(
        (await readHandover(workspace)).find(({ chatId }) => chatId === 'old-6')?.chat?.displayName,
      ).toBe('Guest of old-6')
    })

    it('without a line it stays empty until there is one', async () => {
      const desk = await openRead()
      await clearMirror(desk.workspace, desk.clock.now())
      desk.line.decide(() => 'drop')
      await expect(desk.sync()).rejects.toThrow()
      expect(await listChats(desk.workspace)).toEqual([])
      expect(await readSyncedAt(desk.workspace.mirror)).toBeNull()
      desk.line.clear()
      await desk.sync()
      expect((await listChats(desk.workspace)).length).toBeGreaterThan(5)
    })

    it('the live queries of another tab see it go and come', async () => {
      const desk = await openRead()
      const other = await openWorkspace(desk.session, desk.options, SILENT)
      const seen: number[] = []
      const watching = Dexie.liveQuery(() => other.mirror.chats.count()).subscribe((count) =>
        seen.push(count),
      )
      await waitFor('the first reading', () => (seen.at(-1) ?? 0) > 5)
      const full = seen.at(-1)
      await clearMirror(desk.workspace, desk.clock.now())
      await waitFor('the other tab to see it empty', () => seen.at(-1) === 0)
      await desk.sync()
      await waitFor('the other tab to see it full', () => seen.at(-1) === full)
      // And the other tab goes on writing: the session is the same.
      await saveDraft(other, 'free', 'still here', desk.clock.now())
      await askFor(other, { kind: 'reference' }, desk.clock.now())
      watching.unsubscribe()
      other.mirror.close()
      other.outbox.close()
    })
  },
)

describe('clearing beside what is under way', () => {
  const base = { more: false, reset: false, chats: [], messages: [] }

  it('a reset whose first pages are cleared away begins again, and then is whole', async () => {
    const chats = ['a', 'b', 'c'].map((id) => makeChatRow(id))
    const pages = [
      { ...base, reset: true, more: true, cursor: 'r1', chats: chats.slice(0, 2) },
      { ...base, reset: true, cursor: '5', chats: chats.slice(2) },
      { ...base, reset: true, more: true, cursor: 'r2', chats: chats.slice(0, 2) },
      { ...base, reset: true, cursor: '5', chats: chats.slice(2) },
      { ...base, cursor: '5' },
    ]
    const asked: (string | null)[] = []
    const desk = await openDesk(async (input) => {
      asked.push(new URL(String(input)).searchParams.get('cursor'))
      if (asked.length === 2) await clearMirror(desk.workspace, desk.clock.now())
      return answerJson(200, pages.shift())
    })
    await desk.sync()
    expect(asked).toEqual([null, 'r1', null, 'r2', '5'])
    expect(await listChats(desk.workspace)).toEqual(['a', 'b', 'c'])
    expect(await readCursor(desk.workspace.mirror)).toBe('5')
  })

  it('a page of changes that comes after it is not applied alone', async () => {
    const pages = [
      { ...base, reset: true, cursor: '1', chats: [makeChatRow('a'), makeChatRow('b')] },
      { ...base, cursor: '1' },
      { ...base, cursor: '2', chats: [makeChatRow('b', { rev: 2 })] },
      { ...base, reset: true, cursor: '2', chats: [makeChatRow('a'), makeChatRow('b', { rev: 2 })] },
      { ...base, cursor: '2' },
    ]
    let calls = 0
    const desk = await openDesk(async () => {
      calls += 1
      if (calls === 3) await clearMirror(desk.workspace, desk.clock.now())
      return answerJson(200, pages.shift())
    })
    await desk.sync()
    await desk.sync()
    expect(await listChats(desk.workspace)).toEqual(['a', 'b'])
    expect(pages).toEqual([])
  })

  it('without a change log, a reading that it supersedes does not count as one', async () => {
    const desk = await openDesk(
      async () => {
        await clearMirror(desk.workspace, desk.clock.now())
        return answerJson(200, [makeChatRow('a')])
      },
      { capabilities: NO_CAPABILITIES },
    )
    await desk.sync()
    expect(await readSyncedAt(desk.workspace.mirror)).toBeNull()
  })

  it('what was rung for does not ring again, and what cried meanwhile does (I6)', async () => {
    const helpRequest = (id: string, helpAt: string) => makeChatRow(id, { needsHelp: true, helpAt })
    const early = helpRequest('a', '2026-11-20T11:00:00.000Z')
    const late = helpRequest('b', '2026-11-20T12:00:00.000Z')
    const pages = [
      { ...base, reset: true, cursor: '1', chats: [early] },
      { ...base, cursor: '1' },
      { ...base, reset: true, cursor: '2', chats: [early, late] },
      { ...base, cursor: '2' },
    ]
    const desk = await openDesk(() => Promise.resolve(answerJson(200, pages.shift())))
    await desk.sync()
    expect(await claimHelpRequests(desk.workspace)).toEqual([])
    await clearMirror(desk.workspace, desk.clock.now())
    expect(await claimHelpRequests(desk.workspace)).toEqual([])
    await desk.sync()
    expect(await claimHelpRequests(desk.workspace)).toEqual(['b'])
  })

  it('a chat with something unsent stays whole: what was read before an attempt without a key is compared with', async () => {
    const pages = [
      {
        ...base,
        reset: true,
        cursor: '1',
        chats: [makeChatRow('a'), makeChatRow('b')],
        messages: [makeMessageRow('a', 'a1', 0), makeMessageRow('b', 'b1', 0)],
      },
      { ...base, cursor: '1' },
    ]
    const desk = await openDesk(() => Promise.resolve(answerJson(200, pages.shift())), {
      capabilities: ALL_CAPABILITIES,
    })
    const { workspace, clock } = desk
    await desk.sync()
    await sendMessage(workspace, 'a', 'later', clock.now())
    await clearMirror(workspace, clock.now())
    expect(await listChats(workspace)).toEqual(['a'])
    expect((await readAllMessages(workspace.mirror, 'a')).map(({ id }) => id)).toEqual(['a1'])
    expect(await countMirrored(workspace)).toEqual([1, 1, 1])
    expect((await desk.operations()).map(({ state }) => state)).toEqual(['queued'])
    // Nobody asks for what did not go.
    expect((await workspace.mirror.fetchRequests.toArray()).map(({ key }) => key)).toEqual(['reference'])
  })

  it('an ended session clears nothing', async () => {
    const desk = await openDesk(() => Promise.resolve(answerJson(200, { ...base, cursor: '1' })))
    const { mirror } = desk.workspace
    await mirror.meta.put({ key: 'epoch', value: 99 })
    await expect(clearMirror(desk.workspace, desk.clock.now())).rejects.toThrow(SessionEndedError)
  })
})
