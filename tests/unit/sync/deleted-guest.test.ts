import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { deleteGuest } from '#src/api/guests.ts'
import { readSyncedAt } from '#src/db/mirror/meta.ts'
import { removeGuest } from '#src/features/messenger/online-queries.ts'
import type { Channel, ChannelMessage } from '#src/sync/channel.ts'
import { apiSession } from '#src/sync/context.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { runDesk, type RunningDesk } from '#tests/support/running-desk.ts'
import { makeChat } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Far less than the minute after which is looked at everything anyway. */
const AT_ONCE_MS = 10_000
const GUEST = 'guest-of-both'

/** A line on which sockets never open. */
class DeadSocket extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = 0
  close(): void {
    // There is nothing to be closed.
  }
}

describe('a guest with two chats whose data is deleted', () => {
  let server: TestServer
  let admin: RunningDesk
  let tell: (message: ChannelMessage) => void = () => undefined
  const channel: Channel = {
    post: () => undefined,
    listen: (listener) => {
      tell = listener
      return () => undefined
    },
    close: () => undefined,
  }

  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const chats = ['first', 'second'].map((id) => makeChat(id, { guestId: GUEST }))
    server = await startTestServer({ hotel: { chats: [...chats, makeChat('another')] } })
  })
  afterEach(async () => {
    await admin.stop()
    await server.stop()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  const readChats = async ({ workspace }: Desk) => workspace.mirror.chats.toCollection().primaryKeys()
  async function start(): Promise<Desk> {
    admin = runDesk(await openDeskAt(server, 'admin'), { channel })
    const { mirror } = admin.desk.workspace
    await waitFor('the first reading to be over', async () => (await readSyncedAt(mirror)) !== null)
    expect(await readChats(admin.desk)).toHaveLength(3)
    return admin.desk
  }
  /** As the menu does it; `syncNow` is the page's, which the tab that leads hears. */
  const remove = (desk: Desk, syncNow: () => void) =>
    removeGuest(
      GUEST,
      async (guestId) => {
        const { kind } = await deleteGuest(apiSession(desk.context), guestId, {})
        return kind === 'done' ? { kind } : { kind: 'failed', message: kind }
      },
      { syncNow },
    )
  const expectAnotherAlone = (desk: Desk) =>
    waitFor(
      'the other guest’s chat alone',
      async () => (await readChats(desk)).join() === 'another',
      AT_ONCE_MS,
    )

  it('loses both here at once by the frames', async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    const desk = await start()
    await waitFor('the line to be live', () => admin.connection.get().kind === 'live')
    expect(await remove(desk, () => undefined)).toEqual({ kind: 'done' })
    await expectAnotherAlone(desk)
  })

  it('loses both here at once where no socket opens', async () => {
    vi.stubGlobal('WebSocket', DeadSocket)
    const desk = await start()
    expect(await remove(desk, () => tell({ type: 'flush' }))).toEqual({ kind: 'done' })
    await expectAnotherAlone(desk)
  })

  it('asks for nothing where the environment refuses', async () => {
    vi.stubGlobal('WebSocket', DeadSocket)
    await start()
    const syncNow = vi.fn()
    const refused = { kind: 'failed', message: 'This guest does not exist.' } as const
    expect(await removeGuest('nobody', () => Promise.resolve(refused), { syncNow })).toEqual(refused)
    expect(syncNow).not.toHaveBeenCalled()
  })
})
