import { deepStrictEqual } from 'node:assert'
import { inflateSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { DEPARTMENTS } from '#server/demo/departments.ts'
import { readDialogs } from '#server/demo/dialogs/dialog.ts'
import { describeDuty } from '#server/demo/duty.ts'
import { generateHotel } from '#server/demo/hotel.ts'
import { DEMO_USERS } from '#server/demo/staff.ts'
import { generateTickets } from '#server/demo/tickets.ts'
import { TYPICAL_ANSWERS } from '#server/demo/typical-answers.ts'
import { createLog } from '#server/log.ts'
import { chooseConfigSchema } from '#server/routes/bot-config/schema.ts'
import type { Settings } from '#server/settings-types.ts'
import { readSettings } from '#server/settings.ts'
import { SettingsError } from '#server/settings-error.ts'
import { startServer, type RunningServer } from '#server/start-server.ts'
import { attachmentUrl } from '#server/store/chats/attachment-url.ts'
import { assigneesSchema } from '#src/contract/assignees.ts'
import { chatListSchema, messageListSchema } from '#src/contract/chats.ts'
import { integrationsSchema } from '#src/contract/integrations.ts'
import { MAX_MESSAGE_CHARS, sniffUploadType } from '#src/contract/limits.ts'
import { staffSchema } from '#src/contract/staff.ts'
import { testUsersSchema } from '#src/contract/test-users.ts'
import { departmentsSchema, TICKET_STATUSES } from '#src/contract/tickets.ts'
import * as v from 'valibot'
import { createClient, signIn } from '#tests/support/api-client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-server.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const DAY_MS = 86_400_000

describe('the demonstration hotel', () => {
  const chats = generateHotel(NOW)

  it('is the same each time, relative to now', () => {
    const later = generateHotel(new Date(NOW.getTime() + DAY_MS))
    // Its pictures are megabytes, which the other comparison goes through byte by byte.
    deepStrictEqual(generateHotel(NOW), chats)
    expect(later.map(({ id, messages }) => [id, messages.length])).toEqual(
      chats.map(({ id, messages }) => [id, messages.length]),
    )
    expect(later[0]?.createdAt.getTime()).toBe((chats[0]?.createdAt.getTime() ?? 0) + DAY_MS)
  })

  it('has about 60 chats of every source and state', () => {
    const count = (check: (chat: (typeof chats)[number]) => boolean) => chats.filter(check).length
    expect(chats.length).toBeGreaterThanOrEqual(55)
    for (const source of ['web', 'sms', 'facebook'])
      expect(count((chat) => chat.source === source)).toBeGreaterThan(8)
    expect(count((chat) => chat.helpAt !== null && chat.user === null)).toBeGreaterThan(4)
    expect(count((chat) => chat.helpAt !== null && chat.user !== null)).toBeGreaterThan(1)
    expect(count((chat) => chat.user?.name === 'Maria Santos')).toBeGreaterThan(2)
    expect(count((chat) => chat.user?.name === 'Alex Kim')).toBeGreaterThan(1)
    expect(
      count((chat) => chat.pausedAt !== null && chat.user === null && chat.helpAt === null),
    ).toBeGreaterThan(1)
    const isOlder = (chat: (typeof chats)[number], days: number) =>
      (chat.messages.findLast((message) => message.sentByGuest)?.createdAt.getTime() ?? 0) <
      NOW.getTime() - days * DAY_MS
    expect(count((chat) => isOlder(chat, 7))).toBeGreaterThan(5)
    expect(count((chat) => isOlder(chat, 1) && !isOlder(chat, 7))).toBeGreaterThan(5)
    expect(count((chat) => !isOlder(chat, 1 / 48))).toBeGreaterThan(5)
  })

  it('reads in order, from one message to 200, none in the future and none too long', () => {
    const sizes = chats.map((chat) => chat.messages.length)
    expect(Math.min(...sizes)).toBe(1)
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(190)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
    for (const { messages, createdAt, pausedAt } of chats) {
      const times = messages.map((message) => message.createdAt.getTime())
      expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
      expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime())
      expect(times[0]).toBe(createdAt.getTime())
      expect(pausedAt?.getTime() ?? 0).toBeLessThanOrEqual(NOW.getTime())
      for (const { text } of messages) {
        expect(text).not.toMatch(/\{\w+\}/)
        expect(text.length).toBeLessThan(MAX_MESSAGE_CHARS)
      }
    }
  })

  it('has real pictures, a PDF and galleries of one to five cards, with buttons, one without a picture', () => {
    const files = chats.flatMap((chat) => chat.files)
    for (const { bytes, contentType } of files) expect(sniffUploadType(bytes)).toBe(contentType)
    expect(files.some(({ contentType }) => contentType === 'application/pdf')).toBe(true)
    const picture = files.find(({ contentType }) => contentType === 'image/png')
    expect(countPngRows(picture?.bytes ?? new Uint8Array())).toBe(320)
    const cards = chats.flatMap(({ messages }) => messages.filter(({ type }) => type === 'card'))
    const lengths = new Set(cards.map(({ attachments }) => attachments.length))
    expect([...lengths].sort()).toEqual([1, 2, 3, 4, 5])
    const contents = cards.flatMap(({ attachments }) => attachments.flatMap(({ content }) => content ?? []))
    expect(contents.some(({ images }) => images === undefined)).toBe(true)
    expect(contents.some(({ buttons = [] }) => buttons.length > 1)).toBe(true)
    expect(contents.flatMap(({ buttons = [] }) => buttons.map(({ type }) => type))).toContain('openUrl')
    // Every picture of a card is one of the chat's own files.
    const addresses = new Set(files.map(({ id }) => attachmentUrl(id)))
    for (const { url } of contents.flatMap(({ images = [] }) => images)) expect(addresses).toContain(url)
  })

  it('has names that strain a layout, and cards of every kind', () => {
    const names = chats.map((chat) => chat.displayName)
    expect(names.some((name) => /\p{Script=Arabic}/u.test(name))).toBe(true)
    expect(names.some((name) => /\p{Script=Hebrew}/u.test(name))).toBe(true)
    expect(names.some((name) => /\p{Extended_Pictographic}/u.test(name))).toBe(true)
    expect(names.some((name) => name.length > 60)).toBe(true)
    expect(names.some((name) => name.normalize('NFD') !== name)).toBe(true)
    const statuses = new Set(chats.map((chat) => chat.info?.Data?.PUB_GuestRegister?.Status))
    for (const status of ['CHECKEDIN', 'BOOKED', 'PASTGUEST', 'PROSPECT', undefined])
      expect(statuses).toContain(status)
    expect(chats.some((chat) => chat.info === null)).toBe(true)
    const ratings = chats.map((chat) => chat.info?.rating)
    expect(ratings).toContain(null)
    expect(ratings.some((rating) => typeof rating === 'number' && rating < 3)).toBe(true)
  })

  it('has saved answers with the variables of a guest', () => {
    expect(TYPICAL_ANSWERS.length).toBeGreaterThanOrEqual(10)
    expect(TYPICAL_ANSWERS.length).toBeLessThanOrEqual(20)
    expect(TYPICAL_ANSWERS.some(({ answer }) => answer.includes('{firstName}'))).toBe(true)
    expect(TYPICAL_ANSWERS.some(({ answer }) => answer.includes('{room}'))).toBe(true)
  })

  it('has some 25 tickets in every state, of the guests who asked and in their rooms', () => {
    const tickets = generateTickets(chats, NOW)
    expect(generateTickets(chats, NOW)).toEqual(tickets)
    expect(tickets.length).toBeGreaterThanOrEqual(25)
    expect(new Set(tickets.map(({ id }) => id)).size).toBe(tickets.length)
    for (const status of Object.keys(TICKET_STATUSES))
      expect(tickets.filter((ticket) => ticket.status === status).length).toBeGreaterThan(2)
    expect(new Set(tickets.map(({ queueId }) => queueId))).toEqual(new Set(DEPARTMENTS.map(({ id }) => id)))
    expect(DEPARTMENTS.filter(({ isAdmin }) => isAdmin)).toHaveLength(1)
    for (const ticket of tickets) {
      const chat = chats.find(({ id }) => id === ticket.chatId)
      expect(ticket.guestId).toBe(chat?.guestId ?? null)
      expect(ticket.room).toBe(chat?.info?.Data?.PUB_GuestRegister?.RoomNumber ?? null)
      expect(ticket.createdOn.getTime()).toBeLessThanOrEqual(NOW.getTime())
      if (chat) expect(ticket.createdOn.getTime()).toBeGreaterThan(chat.createdAt.getTime())
      expect(ticket.agentId === null).toBe(ticket.status === 'open' || ticket.queueId === 'queue-front-desk')
    }
    expect(tickets.filter(({ chatId }) => chatId !== null).length).toBeGreaterThan(12)
    expect(tickets.filter(({ room }) => room !== null).length).toBeGreaterThan(8)
    expect(tickets.some(({ chatId }) => chatId === null)).toBe(true)
  })

  it('has a day and a night shift that cover the whole day, and two alerts', () => {
    const rows = describeDuty('Europe/Madrid')
    for (const { type, config } of rows) {
      const read = v.safeParse(chooseConfigSchema(type, true), config)
      expect(read.output).toEqual(config)
    }
    const shifts = rows.filter(({ type }) => type === 'agentOnDuty').map(({ config }) => config)
    const hours = shifts.map(({ shiftStart, shiftEnd }) => [shiftStart, shiftEnd])
    expect(hours).toEqual([
      ['07:00', '22:00'],
      ['22:00', '24:00'],
      ['00:00', '07:00'],
    ])
    expect(new Set(shifts.map(({ shiftId }) => shiftId)).size).toBe(2)
    expect(rows.filter(({ type }) => type === 'alerts')).toHaveLength(2)
  })

  it('finds a slip of the pen in a dialog', () => {
    expect(() => readDialogs('# topic\nX: who is this')).toThrow('Not a line')
    expect(() => readDialogs('G: nobody asked')).toThrow('Not a line')
  })
})

describe('an empty database', () => {
  let database: TestDatabase | null = null
  let server: RunningServer | null = null

  afterEach(async () => {
    await server?.stop()
    await database?.remove()
    server = null
    database = null
  })

  it('becomes the demonstration once, with every sign-in, and keeps its passwords', async () => {
    const expectedChats = generateHotel(NOW).length
    database = await createTestDatabase()
    server = await start(database, {})
    for (const { username } of DEMO_USERS) await signIn(server, username, 'bellhop-demo')
    const agent = await signIn(server, 'agent', 'bellhop-demo')
    const chats = v.parse(chatListSchema, (await agent.call('/api/info/chats')).body)
    expect(chats).toHaveLength(expectedChats)
    expect(chats.flatMap((chat) => chat.unreadable ?? [])).toEqual([])
    const long = chats.find(({ messagesCount }) => messagesCount > 100)
    const path = `/api/info/chats/${long?.id ?? ''}/messages`
    const messages = v.parse(messageListSchema(long?.id ?? ''), (await agent.call(path)).body)
    expect(messages).toHaveLength(long?.messagesCount ?? 0)
    const file = messages.flatMap(({ attachments }) => attachments).find(({ contentUrl }) => contentUrl)
    const fetched = await fetch(server.url + (file?.contentUrl ?? ''), {
      headers: { authorization: `Bearer ${agent.token}` },
    })
    expect(fetched.status).toBe(200)
    expect((await fetched.arrayBuffer()).byteLength).toBe(file?.size)
    const departments = (await agent.call('/api/ticketing/Queues/')).body
    expect(v.parse(departmentsSchema, departments).map(({ name }) => name)).toContain('Housekeeping')
    const staff = v.parse(staffSchema, (await agent.call('/api/staff')).body)
    expect(staff.map(({ id }) => id).sort()).toEqual(DEMO_USERS.map(({ id }) => id).sort())
    const admin = await signIn(server, 'admin', 'bellhop-demo')
    for (const [type, count] of [
      ['agentOnDuty', 3],
      ['alerts', 2],
    ] as const)
      expect((await admin.call(`/api/bot-config/?type=${type}`)).body).toHaveLength(count)
    const assignees = v.parse(assigneesSchema, (await admin.call('/api/ticketing/Agents/')).body)
    expect(new Set(assignees.map(({ statusId }) => statusId))).toEqual(new Set([1, 2, 3]))
    const systems = v.parse(integrationsSchema, (await admin.call('/api/admin/integration/')).body)
    expect(systems.map(({ category }) => category).sort()).toEqual(['CRM', 'CRS', 'PMS', 'TICKET'])
    expect(systems.some(({ hasApiKey, hasPassword }) => hasApiKey || hasPassword)).toBe(false)
    const testUsers = v.parse(testUsersSchema, (await admin.call('/api/test-users/')).body)
    const calm = chats.filter(({ user, needsHelp }) => user === null && !needsHelp).map(({ id }) => id)
    expect(testUsers.filter(({ id }) => calm.includes(id))).toHaveLength(2)
    await server.stop()
    server = await start(database, {})
    const again = await createClient(server, agent.token).call('/api/info/chats')
    expect(v.parse(chatListSchema, again.body)).toHaveLength(chats.length)
    // The stored passwords are asked, not the setting.
    await server.stop()
    server = null
    await expect(start(database, { host: '0.0.0.0', demoPassword: 'another one' })).rejects.toThrow(
      SettingsError,
    )
  })

  it('gets a first admin where no demonstration is wanted', async () => {
    database = await createTestDatabase()
    const settings = { seed: 'none', adminUsername: 'ada', adminPassword: 'long enough' } as const
    server = await start(database, settings)
    await signIn(server, 'ada', 'long enough')
    await server.stop()
    server = await start(database, { ...settings, adminUsername: 'eve' })
    await expect(signIn(server, 'eve', 'long enough')).rejects.toThrow('401')
  })

  it('is not opened to the network with the default password', async () => {
    database = await createTestDatabase()
    await expect(start(database, { host: '0.0.0.0' })).rejects.toThrow(SettingsError)
    server = await start(database, { host: '0.0.0.0', demoPassword: 'another one' })
    await signIn(server, 'agent', 'another one')
  })
})

async function start(database: TestDatabase, settings: Partial<Settings>): Promise<RunningServer> {
  const all = { ...readSettings({ PORT: '0' }), ...database.settings, ...settings }
  const server = await startServer(all, { workerFile: await buildWorkerFile(), log: createLog('silent') })
  return { ...server, url: `http://127.0.0.1:${server.port}` }
}

/** The height by the header, if as many rows are in the data. */
function countPngRows(bytes: Uint8Array): number {
  const view = Buffer.from(bytes)
  const width = view.readUInt32BE(16)
  const height = view.readUInt32BE(20)
  const length = view.readUInt32BE(33)
  expect(view.toString('latin1', 37, 41)).toBe('IDAT')
  const data = inflateSync(view.subarray(41, 41 + length))
  expect(data.length).toBe((width * 3 + 1) * height)
  return height
}
