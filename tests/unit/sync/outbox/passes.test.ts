import { describe, expect, it } from 'vitest'
import { passChat, resolveAndReturn } from '#src/actions/take-over.ts'
import type { Chat } from '#src/contract/chats.ts'
import { openDesk, recover, type Desk } from '#tests/support/desk.ts'
import { answerJson, type Fault, type SeenCall } from '#tests/support/fault-fetch.ts'
import { readStates } from '#tests/support/holding.ts'
import { ALL_CAPABILITIES, NO_CAPABILITIES } from '#tests/support/local.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'

const MARIA = { userId: 'user-maria', name: 'Maria' }
const WITH_STAFF = { ...ALL_CAPABILITIES, staff: true }
/** `staff` announced, keys not: every doubt is unkeyed. */
const STAFF_WITHOUT_KEYS = { ...NO_CAPABILITIES, staff: true }
const isPassCall = (call: SeenCall) => call.path.startsWith('/api/takeover/pass/')

interface Hotel {
  desk: Desk
  chat: Chat
  /** Effects of each kind, in order. */
  effects: string[]
}

/** An environment with one chat, held by the desk's person, that passes, resolves and returns it (CONTRACT section 5). */
async function openHotel(capabilities = WITH_STAFF): Promise<Hotel> {
  const user = { id: 'user-agent', name: 'Agent' }
  const hotel = {
    chat: makeChatRow('c1', { user, pausedAt: at(0), needsHelp: true, helpAt: at(-1_000), rev: 1 }),
    effects: [] as string[],
  }
  const answered = new Set<string>()
  const desk = await openDesk(
    async (input, init) => {
      const { pathname, searchParams } = new URL(String(input))
      const key = new Headers(init?.headers).get('idempotency-key') ?? ''
      const [, , , action = ''] = pathname.split('/')
      if (!pathname.startsWith('/api/takeover/') || answered.has(key)) return answerJson(200, hotel.chat)
      const holder = searchParams.get('holder')
      const isMine = hotel.chat.user?.id === user.id
      if (holder !== null && holder !== (hotel.chat.user?.id ?? 'bot')) return refuse('holder_changed')
      if (action === 'pass' && !isMine) return refuse('not_held')
      if (key !== '') answered.add(key)
      hotel.effects.push(action)
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
      hotel.chat = { ...hotel.chat, rev: (hotel.chat.rev ?? 0) + 1, ...readEffect(action, body) }
      return answerJson(200, hotel.chat)
    },
    { capabilities },
  )
  await desk.workspace.mirror.chats.put({
    id: 'c1',
    chat: hotel.chat,
    updatedAt: hotel.chat.updatedAt,
    help: 1,
    paused: 1,
    heldBy: user.id,
    readAt: 0,
    snapshot: '',
    preview: null,
  })
  const refuse = (code: string) =>
    answerJson(409, { message: 'No.', code, details: { user: hotel.chat.user } })
  return Object.assign(hotel, { desk })
}

function readEffect(action: string, body: unknown): Partial<Chat> {
  if (action === 'pass') return { user: { id: readUserId(body), name: 'Maria' } }
  if (action === 'resolve') return { needsHelp: false, helpAt: null }
  return { user: null, pausedAt: null }
}

function readUserId(body: unknown): string {
  const userId: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'userId') : null
  return String(userId)
}

const pass = ({ desk }: Hotel) =>
  passChat(desk.workspace, 'c1', MARIA, desk.workspace.user.id, desk.clock.now())
const readHolder = async ({ desk }: Hotel) => (await desk.workspace.mirror.chats.get('c1'))?.chat.user?.id

describe('passing a chat on, with keys', () => {
  it('says to whom and whose it was; its row is in the mirror', async () => {
    const hotel = await openHotel()
    const id = await pass(hotel)
    // A second tap is the same intent.
    expect(await pass(hotel)).toBe(id)
    await hotel.desk.flush()
    expect(await hotel.desk.operations()).toEqual([])
    expect(hotel.desk.line.calls).toMatchObject([
      {
        method: 'POST',
        path: '/api/takeover/pass/c1?holder=user-agent',
        key: id,
        body: { userId: 'user-maria' },
      },
    ])
    expect(await readHolder(hotel)).toBe('user-maria')
  })

  it.each<[Fault]>([['lose'], ['drop'], ['html'], ['error-500'], ['busy']])(
    '%s: asked again under the same key, with one effect',
    async (fault) => {
      const hotel = await openHotel()
      await pass(hotel)
      hotel.desk.line.failNext(isPassCall, fault, fault)
      await hotel.desk.flushUntilIdle()
      expect(await hotel.desk.operations()).toEqual([])
      expect(hotel.effects).toEqual(['pass'])
    },
  )

  it('a colleague took it first: refused with who has it', async () => {
    const hotel = await openHotel()
    hotel.chat = { ...hotel.chat, user: { id: 'user-ben', name: 'Ben' }, rev: 9 }
    await pass(hotel)
    await hotel.desk.flushUntilIdle()
    expect(await readStates(hotel.desk, 'c1')).toEqual(['failed holder_changed'])
    expect(await hotel.desk.operations()).toMatchObject([{ reason: { holder: { name: 'Ben' } } }])
    // The chat is read again, so that the screen shows why.
    expect(await readHolder(hotel)).toBe('user-ben')
  })

  it('no longer offered: not a call is made', async () => {
    const hotel = await openHotel()
    await pass(hotel)
    hotel.desk.setCapabilities(ALL_CAPABILITIES)
    await hotel.desk.flush()
    expect(await readStates(hotel.desk, 'c1')).toEqual(['failed refused'])
    expect(hotel.desk.line.calls.filter(isPassCall)).toEqual([])
  })
})

describe('passing a chat on, without keys (O11)', () => {
  it.each<[Fault, number]>([
    ['lose', 1],
    ['drop', 2],
    ['html', 2],
  ])('%s: the chat is read again, and asked again only where the effect is missing', async (fault, calls) => {
    const hotel = await openHotel(STAFF_WITHOUT_KEYS)
    await pass(hotel)
    hotel.desk.line.failNext(isPassCall, fault)
    await hotel.desk.flushUntilIdle()
    expect(await hotel.desk.operations()).toEqual([])
    expect(hotel.effects).toEqual(['pass'])
    expect(hotel.desk.line.calls.filter(isPassCall)).toHaveLength(calls)
    expect(hotel.desk.line.calls.filter(({ key }) => key !== null)).toEqual([])
  })

  it('a colleague who came first is seen before anything is sent', async () => {
    const hotel = await openHotel(STAFF_WITHOUT_KEYS)
    hotel.chat = { ...hotel.chat, user: { id: 'user-ben', name: 'Ben' }, rev: 9 }
    await pass(hotel)
    await hotel.desk.flushUntilIdle()
    expect(await readStates(hotel.desk, 'c1')).toEqual(['failed holder_changed'])
    expect(hotel.desk.line.calls.filter(isPassCall)).toEqual([])
  })

  it('three times without effect: held Delivery unknown', async () => {
    const hotel = await openHotel(STAFF_WITHOUT_KEYS)
    await pass(hotel)
    hotel.desk.line.failNext(isPassCall, 'drop', 'drop', 'drop')
    await hotel.desk.flushUntilIdle()
    expect(await readStates(hotel.desk, 'c1')).toEqual(['held delivery_unknown'])
    expect(hotel.effects).toEqual([])
  })

  it('its sender dies after it arrived: read as done', async () => {
    const hotel = await openHotel(STAFF_WITHOUT_KEYS)
    const id = await pass(hotel)
    await hotel.desk.workspace.outbox.operations.update(id, {
      state: 'sending',
      claim: 'd',
      doubt: 'unkeyed',
    })
    hotel.chat = { ...hotel.chat, user: { id: 'user-maria', name: 'Maria' }, rev: 9 }
    await recover(hotel.desk)
    await hotel.desk.flushUntilIdle()
    expect(await hotel.desk.operations()).toEqual([])
    expect(hotel.desk.line.calls.filter(isPassCall)).toEqual([])
  })
})

describe('resolve and return in one tap', () => {
  const tap = ({ desk }: Hotel) =>
    resolveAndReturn(
      desk.workspace,
      'c1',
      { holder: desk.workspace.user.id, helpAt: at(-1_000) },
      desk.clock.now(),
    )

  it('both, in their order; a second tap finds nothing', async () => {
    const hotel = await openHotel()
    await tap(hotel)
    await tap(hotel)
    expect((await hotel.desk.lane('c1')).map(({ kind }) => kind)).toEqual(['resolve', 'play'])
    await hotel.desk.flushUntilIdle()
    expect(hotel.effects).toEqual(['resolve', 'play'])
    expect(hotel.chat).toMatchObject({ needsHelp: false, user: null })
  })

  it('the guest asked again: neither resolved nor returned', async () => {
    const hotel = await openHotel()
    await tap(hotel)
    const body = { message: 'Asked again.', code: 'needs_help_again' }
    hotel.desk.line.failNext(({ path }) => path.includes('/resolve/'), { status: 409, body })
    await hotel.desk.flushUntilIdle(60_000)
    expect(await readStates(hotel.desk, 'c1')).toEqual(['failed needs_help_again', 'queued'])
    expect(hotel.effects).toEqual([])
  })
})
