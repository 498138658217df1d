import { describe, expect, it } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { storeTheme } from '#src/actions/settings.ts'
import { forgetStart, storeStartNote } from '#src/actions/start-note.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { storeClockOffset, storeSyncedAt } from '#src/db/mirror/meta.ts'
import { endSession, lockSession } from '#src/db/session/sessions.ts'
import { writeMirror } from '#src/db/write.ts'
import { drawLayer } from '#sw/start-layer/draw-layer.ts'
import { StartReader } from '#sw/start-layer/read-start.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { makeUser, NOON, openDevice, TEST_ORIGIN, type LocalDevice } from '#tests/support/local.ts'

const START = new URL('https://console.example/messenger')
const PLACE = { windowWidth: 390, top: 236, left: 0, width: 390, bottom: 56, height: 552 }
const DAY = 86_400_000

/** Somebody who has seen a list of these chats. */
async function openUsed(ids = ['old', 'new']): Promise<LocalDevice & { reader: StartReader }> {
  const device = await openDevice()
  const { mirror } = device.workspace
  await writeMirror(device.workspace, [mirror.chats], async () => {
    const rows = ids.map((id, index) => makeChatRow(id, { updatedAt: at(index * 1_000 - 60_000) }))
    await putChats(mirror, rows, { readAt: 0, snapshot: '' })
    await storeSyncedAt(mirror, NOON)
  })
  await storeStartNote(device.sessionDb, TEST_ORIGIN, PLACE)
  return { ...device, reader: new StartReader(device.options) }
}

const readRows = async (reader: StartReader, url = START, now = NOON) =>
  (await (await reader.begin(url, now))?.readRows()) ?? null

describe('what a start reads before the page has run (W6)', () => {
  it('is the newest chats, with what waits to be sent laid over them, and where the list stands', async () => {
    const { reader, workspace, sessionDb } = await openUsed()
    await sendMessage(workspace, 'old', 'on my way', NOON)
    await storeTheme(sessionDb, 'dark')
    const start = await reader.begin(START, NOON)
    expect(start?.theme).toBe('dark')
    const rows = await start?.readRows()
    expect(rows?.entries.map(({ chat }) => chat.id)).toEqual(['new', 'old'])
    expect(rows?.entries[1]?.operations).toHaveLength(1)
    expect(rows?.places).toEqual([PLACE])
    const drawn = rows ? drawLayer(rows) : ''
    expect(drawn).toContain('You: ')
    expect(drawn).toContain('on my way')
    expect(drawn).toContain('top:236px;left:0px;width:390px;bottom:56px')
  })

  it('is what the list shows and four more, at most 30 chats, of the filter and channel of the address', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `chat-${index}`)
    const { reader, workspace, sessionDb } = await openUsed(ids)
    const { mirror } = workspace
    await writeMirror(workspace, [mirror.chats], () =>
      putChats(mirror, [makeChatRow('sms', { source: 'sms', needsHelp: true })], { readAt: 0, snapshot: '' }),
    )
    expect((await readRows(reader))?.entries).toHaveLength(Math.ceil(PLACE.height / 84) + 4)
    await storeStartNote(sessionDb, TEST_ORIGIN, { ...PLACE, windowWidth: 2000, height: 4000 })
    // The databases are open by now, and are read before the note is.
    await readRows(reader)
    expect((await readRows(reader))?.entries).toHaveLength(30)
    const narrowed = await readRows(reader, new URL('?chatFilter=needs-help&chatType=sms', START))
    expect(narrowed?.entries.map(({ chat }) => chat.id)).toEqual(['sms'])
    expect(narrowed ? drawLayer(narrowed) : '').toContain(
      '/messenger/sms?chatFilter=needs-help&amp;chatType=sms',
    )
    expect((await readRows(reader, new URL('?chatFilter=nonsense', START)))?.filter).toBe('all')
  })

  it('goes by the environment’s clock', async () => {
    const { reader, workspace } = await openUsed()
    await writeMirror(workspace, [], () => storeClockOffset(workspace.mirror, 5_000))
    expect((await readRows(reader))?.now).toBe(NOON + 5_000)
  })

  it('follows what changes between two starts, also another person at this device', async () => {
    const { reader, workspace, sessionDb, options } = await openUsed()
    expect((await readRows(reader))?.entries[0]?.chat.id).toBe('new')
    const { mirror } = workspace
    await writeMirror(workspace, [mirror.chats], () =>
      putChats(mirror, [makeChatRow('newest')], { readAt: 0, snapshot: '' }),
    )
    expect((await readRows(reader))?.entries[0]?.chat.id).toBe('newest')

    await endSession(sessionDb, TEST_ORIGIN, NOON)
    expect(await readRows(reader)).toBeNull()
    const other = await openDevice({ options, user: makeUser('user-maria', 'Maria'), token: 'hers' })
    expect(await readRows(reader)).toBeNull()
    const hers = other.workspace.mirror
    await writeMirror(other.workspace, [hers.chats], async () => {
      await putChats(hers, [makeChatRow('hers')], { readAt: 0, snapshot: '' })
      await storeSyncedAt(hers, NOON)
    })
    const rows = await readRows(reader)
    expect(rows?.entries.map(({ chat }) => chat.id)).toEqual(['hers'])
    expect(rows?.me.id).toBe('user-maria')
  })

  it('is nothing for who signs out while it is read', async () => {
    const { reader, sessionDb } = await openUsed()
    for (const isOpen of [false, true]) {
      const start = await reader.begin(START, NOON)
      expect(start, `databases open: ${isOpen}`).not.toBeNull()
      if (isOpen) await endSession(sessionDb, TEST_ORIGIN, NOON)
      expect((await start?.readRows()) === null).toBe(isOpen)
    }
  })

  it.each<[string, (device: LocalDevice) => Promise<unknown>]>([
    ['nobody is signed in', ({ sessionDb }) => endSession(sessionDb, TEST_ORIGIN, NOON)],
    ['the screen is locked', ({ sessionDb }) => lockSession(sessionDb, TEST_ORIGIN, 'token')],
    ['another environment is entered', ({ sessionDb }) => forgetStart(sessionDb)],
    [
      'nothing was ever read',
      ({ workspace }) => writeMirror(workspace, [], () => workspace.mirror.meta.delete('syncedAt')),
    ],
    [
      'there is no chat',
      ({ workspace: { mirror, ...rest } }) =>
        writeMirror({ mirror, ...rest }, [mirror.chats], () => mirror.chats.clear()),
    ],
  ])('is nothing where %s', async (_, change) => {
    const { reader, ...device } = await openUsed()
    await change(device)
    expect(await readRows(reader)).toBeNull()
  })

  it('is nothing after 14 days without contact, and at an address that names an environment', async () => {
    const { reader } = await openUsed()
    expect(await readRows(reader, START, NOON + 15 * DAY)).toBeNull()
    expect(await readRows(reader, new URL('?env=prod', START))).toBeNull()
    expect(await readRows(reader)).not.toBeNull()
  })

  it('opens anew what was closed under it', async () => {
    const { reader } = await openUsed()
    expect(await readRows(reader)).not.toBeNull()
    reader.close()
    expect(await readRows(reader)).not.toBeNull()
  })
})

describe('where the list stands', () => {
  it('is kept for a few widths, and written only where it changed', async () => {
    const { sessionDb } = await openDevice()
    for (let width = 1; width <= 8; width += 1)
      await storeStartNote(sessionDb, TEST_ORIGIN, { ...PLACE, windowWidth: width })
    await storeStartNote(sessionDb, TEST_ORIGIN, { ...PLACE, windowWidth: 8, top: 300 })
    const row = await sessionDb.settings.get('start')
    expect(row?.value).toMatchObject({
      origin: TEST_ORIGIN,
      places: [{ windowWidth: 8, top: 300 }, {}, {}, {}, {}, {}],
    })
  })
})
