import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openChat } from '#src/actions/open-chat.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { waitAfterFailures } from '#src/domain/outbox/timing.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson, type SeenCall } from '#tests/support/fault-fetch.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { ALL_CAPABILITIES, NOON } from '#tests/support/local.ts'
import { OpenSocket } from '#tests/support/open-socket.ts'
import { runDesk, type RunningDesk } from '#tests/support/running-desk.ts'
import { passTime, stopTime } from '#tests/support/virtual-time.ts'

const FIVE_MINUTES_MS = 5 * 60_000
const RANDOM = 0.5
/** How often a call is made in five minutes that fails each time, and waits as O3 has it. */
const O3_CALLS = countCalls(FIVE_MINUTES_MS)
/** What else a quiet engine asks for in that time: a pull a minute, and a start. */
const ELSE_CALLS = 40

const chat = makeChatRow('c', {
  user: { id: 'user-agent', name: 'Agent' },
  pausedAt: at(0),
  messagesCount: 1,
})
const message = makeMessageRow('c', 'm1', 0)

/** A small environment in which nothing changes. */
function answer(capabilities: Capabilities, { pathname }: URL): Response {
  switch (pathname) {
    case '/api/capabilities':
      return capabilities.sync ? answerJson(200, capabilities) : answerJson(404, {})
    case '/api/sync':
      return answerJson(200, {
        cursor: 'one',
        more: false,
        reset: false,
        chats: [chat],
        messages: [message],
        removed: { chats: [], messages: [] },
      })
    case '/api/info/chats/c':
      return answerJson(200, chat)
    case '/api/inhouse-guest-info/c':
      return answerJson(200, {})
    case '/api/info/chats':
      return answerJson(200, [chat])
    case '/api/info/chats/c/messages':
      return answerJson(200, [message])
    default:
      return answerJson(200, [])
  }
}

const WITH_EXTENSIONS: Capabilities = { ...ALL_CAPABILITIES, staff: true }

let running: RunningDesk
beforeEach(() => {
  stopTime(NOON)
  vi.stubGlobal('WebSocket', OpenSocket)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  await running.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openAt(capabilities: Capabilities): Promise<Desk> {
  const desk = await openDesk((input) => Promise.resolve(answer(capabilities, new URL(String(input)))), {
    capabilities,
  })
  running = runDesk(desk, { random: () => RANDOM, isGoodLine: () => true })
  await passTime(5_000)
  expect(running.connection.get().kind).toBe('live')
  return desk
}

describe('one call that answers 500 for five minutes is the failure of that call (DESIGN section 5, O3)', () => {
  const everywhere: [string, (call: SeenCall) => boolean][] = [
    ['a guest card', ({ path }) => path.startsWith('/api/inhouse-guest-info/')],
    ['a send', ({ path }) => path.startsWith('/api/takeover/send/')],
    ['the saved answers', ({ path }) => path === '/api/info/typical-answers'],
    ['the departments', ({ path }) => path.startsWith('/api/ticketing/Queues')],
    ["a thread's messages", ({ path }) => path.startsWith('/api/info/chats/c/messages')],
    ['one chat', ({ path }) => path === '/api/info/chats/c'],
    ['the capabilities', ({ path }) => path === '/api/capabilities'],
  ]
  const cases = [
    ...everywhere.map(([name, matches]) => ['all', name, WITH_EXTENSIONS, matches] as const),
    ['all', 'the staff', WITH_EXTENSIONS, ({ path }: SeenCall) => path === '/api/staff'] as const,
    ...everywhere.map(([name, matches]) => ['none', name, NO_CAPABILITIES, matches] as const),
  ]
  it.each(cases)('capabilities: %s; %s', async (_, __, capabilities, matches) => {
    const desk = await openAt(capabilities)
    const kinds: string[] = []
    running.connection.subscribe(() => kinds.push(running.connection.get().kind))
    desk.line.decide((call) => (matches(call) ? 'error-500' : 'pass'))
    const before = desk.line.calls.length
    await openChat(desk.workspace, 'c', Date.now())
    await sendMessage(desk.workspace, 'c', 'Good evening', Date.now())
    // Whoever comes back has everything tried once more, and only once.
    running.comeBack()
    await passTime(FIVE_MINUTES_MS)
    const calls = desk.line.calls.slice(before)
    const failing = calls.filter(matches)
    // What is asked for by a screen, by the minute's look and by what waits to be sent has a backoff of its own each.
    expect(failing.length).toBeLessThanOrEqual(3 * O3_CALLS)
    expect(calls.length - failing.length).toBeLessThanOrEqual(ELSE_CALLS)
    expect(kinds).toEqual([])
  })
})

describe('an environment that can not be read is no live one, whatever else it answers', () => {
  it.each([
    ['all', WITH_EXTENSIONS, '/api/sync'],
    ['none', NO_CAPABILITIES, '/api/info/chats?scope=recent'],
  ])('capabilities: %s', async (_, capabilities, path) => {
    const desk = await openAt(capabilities)
    desk.line.decide((call) => (call.path.startsWith(path) ? 'error-500' : 'pass'))
    running.comeBack()
    await passTime(2_000)
    const kinds: string[] = [running.connection.get().kind]
    running.connection.subscribe(() => kinds.push(running.connection.get().kind))
    const before = desk.line.calls.length
    await passTime(60_000)
    expect(kinds).toEqual(['offline'])
    expect(desk.line.calls.length - before).toBeLessThanOrEqual(2 * countCalls(60_000))
    desk.line.clear()
    await passTime(31_000)
    expect(kinds).toEqual(['offline', 'live'])
  })
})

function countCalls(withinMs: number): number {
  let calls = 1
  for (let passed = 0, failures = 1; passed < withinMs; failures += 1, calls += 1)
    passed += waitAfterFailures(failures, RANDOM)
  return calls
}
