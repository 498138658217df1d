import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, readField } from '#tests/support/api-client.ts'
import { openGuest } from '#tests/support/guest.ts'
import { makePng } from '#tests/support/picture-bytes.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/test-server.ts'
import { EPOCH_MS } from './model/device.ts'
import { Environment, type Manner } from './model/environment.ts'
import { PEOPLE } from './model/environment-people.ts'

/** What one environment answers; the ids in it are its own. */
interface Answered {
  status: number
  body: unknown
}

type Who = 'agent' | 'maria' | 'nobody'

/** An environment as this test speaks to it, the simulated one or the real one. */
interface Side {
  chatId: string
  /** Ids and cursors that were answered before stand in a path as `{name}`. */
  known: Map<string, string>
  ask(who: Who, method: string, path: string, sent: Pick<Asked, 'json' | 'key' | 'file'>): Promise<Answered>
  say(text: string): Promise<unknown>
}

interface Asked {
  who: Who
  call: string
  json?: unknown
  key?: string
  /** The name of a picture in a multipart body. */
  file?: string
  /** Keeps a field of the answer under this name. */
  keep?: [name: string, field: string]
  /** A guest says this before. */
  after?: string
  only?: Manner
  /** Of its answer only the kinds of values are the same: it announces less, and has other people. */
  isByKind?: true
}

const LONG = 'x'.repeat(8_001)
const PICTURE = makePng()

/** The calls of which outbox and mirror are made, each answered by both environments. */
const CALLS: Asked[] = [
  { who: 'nobody', call: 'GET /api/capabilities', isByKind: true },
  { who: 'nobody', call: 'GET /api/info/chats' },
  { who: 'agent', call: 'GET /api/nowhere' },
  { who: 'agent', call: 'GET /api/info/chats/{chat}' },
  { who: 'agent', call: 'GET /api/info/chats/not-there' },
  { who: 'agent', call: 'POST /api/takeover/send/{chat}', json: { text: 'too early' }, key: 'early' },
  { who: 'agent', call: 'GET /api/takeover/pause/{chat}?holder=bot', key: 'pause' },
  { who: 'agent', call: 'GET /api/takeover/pause/{chat}?holder=bot', key: 'pause' },
  { who: 'agent', call: 'GET /api/sync', keep: ['cursor', 'cursor'], only: 'all' },
  { who: 'agent', call: 'GET /api/sync?cursor={cursor}', after: 'hello', only: 'all' },
  { who: 'agent', call: 'GET /api/sync?cursor=nobody-gave-this', only: 'all' },
  {
    who: 'agent',
    call: 'POST /api/takeover/send/{chat}',
    json: { text: 'one<br/>two' },
    key: 'send',
    keep: ['message', 'id'],
  },
  {
    who: 'agent',
    call: 'POST /api/takeover/send/{chat}',
    json: { text: 'one<br/>two' },
    key: 'send',
    only: 'all',
  },
  { who: 'agent', call: 'POST /api/takeover/send/{chat}', json: { text: 'three' }, key: 'send', only: 'all' },
  { who: 'agent', call: 'POST /api/takeover/send/{chat}', json: { text: '  ' }, key: 'blank' },
  { who: 'agent', call: 'POST /api/takeover/send/{chat}', json: { text: LONG }, key: 'long' },
  { who: 'agent', call: 'POST /api/takeover/send/{chat}', json: {}, key: 'nothing' },
  { who: 'agent', call: 'POST /api/takeover/send/not-there', json: { text: 'one' }, key: 'not-there' },
  { who: 'maria', call: 'POST /api/takeover/send/{chat}', json: { text: 'mine' }, key: 'mine' },
  { who: 'maria', call: 'GET /api/takeover/pause/{chat}?holder=bot', key: 'late', only: 'all' },
  { who: 'agent', call: 'POST /api/takeover/upload/{chat}', file: 'one.png', key: 'file' },
  { who: 'agent', call: 'POST /api/takeover/upload/{chat}', file: 'one.png', key: 'file', only: 'all' },
  { who: 'agent', call: 'POST /api/takeover/upload/{chat}', file: 'two.png', key: 'file', only: 'all' },
  { who: 'maria', call: 'POST /api/takeover/upload/{chat}', file: 'one.png', key: 'theirs' },
  { who: 'agent', call: 'GET /api/info/chats/{chat}/messages' },
  { who: 'agent', call: 'GET /api/info/message/{message}', only: 'all' },
  { who: 'agent', call: 'GET /api/info/message/not-there' },
  { who: 'agent', call: 'GET /api/takeover/resolve/{chat}', key: 'resolve' },
  { who: 'agent', call: 'POST /api/takeover/pass/{chat}', json: { userId: 'user-maria' }, key: 'pass' },
  {
    who: 'agent',
    call: 'POST /api/takeover/pass/{chat}',
    json: { userId: 'user-maria' },
    key: 'again',
    only: 'all',
  },
  { who: 'maria', call: 'GET /api/takeover/play/{chat}', key: 'play' },
  { who: 'maria', call: 'POST /api/takeover/send/{chat}', json: { text: 'too late' }, key: 'too-late' },
  { who: 'agent', call: 'GET /api/staff', isByKind: true },
  { who: 'agent', call: 'GET /api/info/typical-answers' },
  { who: 'agent', call: 'GET /api/inhouse-guest-info/{chat}' },
  { who: 'agent', call: 'GET /api/info/chats/{chat}' },
  { who: 'maria', call: 'DELETE /api/auth', only: 'all' },
  { who: 'maria', call: 'GET /api/info/chats', only: 'all' },
]

function openSimulated(manner: Manner): Side {
  let now = EPOCH_MS
  const environment = new Environment(manner, () => (now += 1))
  const [chatId = ''] = environment.log.chats.keys()
  const tokens = new Map(PEOPLE.map((who) => [who.username, environment.begin(who)]))
  return {
    chatId,
    known: new Map([['chat', chatId]]),
    ask(who, method, address, { json, key, file }) {
      const url = new URL(address, 'https://bot.example')
      const token = tokens.get(who) ?? null
      const call = {
        method,
        path: url.pathname,
        query: url.searchParams,
        token,
        key: key ?? null,
        json: json ?? null,
        ...(file === undefined ? {} : { files: [{ name: file, type: 'image/png', size: PICTURE.length }] }),
      }
      const { status, body } = environment.answer(call)
      return Promise.resolve({ status, body: JSON.parse(JSON.stringify(body ?? null)) as unknown })
    },
    say: (text) => Promise.resolve(environment.guestSays(chatId, text, false)),
  }
}

async function openReal(server: TestServer): Promise<Side> {
  const guest = await openGuest(server.url)
  const clients = new Map([['nobody', createClient(server)]])
  for (const { username } of PEOPLE) {
    const query = new URLSearchParams({ username, password: TEST_PASSWORD, token: '' })
    const { body } = await createClient(server).call(`/api/auth?${query.toString()}`)
    clients.set(username, createClient(server, String(readField(body, 'token'))))
  }
  return {
    chatId: guest.chatId,
    known: new Map([['chat', guest.chatId]]),
    async ask(who, method, address, { json, key, file }) {
      const options = {
        method,
        ...(json === undefined ? {} : { json }),
        ...(file === undefined ? {} : { body: makeForm(file) }),
        ...(key === undefined ? {} : { key: keyOf(key) }),
      }
      const { status, body } = await (clients.get(who) ?? createClient(server)).call(address, options)
      return { status, body }
    },
    say: guest.say,
  }
}

function makeForm(name: string): FormData {
  const form = new FormData()
  form.append('files', new File([PICTURE], name, { type: 'image/png' }))
  return form
}

/** Keys are UUIDs. */
function keyOf(name: string): string {
  const hex = Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12)
  return `00000000-0000-4000-8000-${hex}`
}

async function askAll(side: Side, manner: Manner): Promise<Answered[]> {
  const answers: Answered[] = []
  for (const { who, call, keep, after, only, ...sent } of CALLS) {
    if (only !== undefined && only !== manner) continue
    if (after !== undefined) await side.say(after)
    const [method = '', address = ''] = call.split(' ')
    const path = address.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(side.known.get(name) ?? ''),
    )
    const answer = await side.ask(who, method, path, sent)
    const value = keep && readField(answer.body, keep[1])
    if (keep && typeof value === 'string') side.known.set(keep[0], value)
    answers.push({ status: answer.status, body: own(answer.body, side.chatId) })
  }
  return answers
}

/** Of lists with other chats in them, as much as is about this one. */
function own(body: unknown, chatId: string): unknown {
  if (Array.isArray(body))
    return body.filter(
      (row) => readField(row, 'displayName') === undefined || readField(row, 'id') === chatId,
    )
  if (readField(body, 'cursor') === undefined || typeof body !== 'object') return body
  const chats: unknown = readField(body, 'chats')
  return { ...body, chats: own(chats, chatId) }
}

/** What the simulated one says, as it says it: values of words that both know, of all else the kind. */
function describeShape(value: unknown, like: unknown, isByKind = false): unknown {
  if (Array.isArray(like)) {
    const rows: unknown[] = Array.isArray(value) ? value : []
    return like.length === 0 ? 'list' : rows.slice(0, 1).map((row) => describeShape(row, like[0], isByKind))
  }
  if (typeof like !== 'object' || like === null) return isWord(value) && !isByKind ? value : typeof value
  const fields = Object.entries(like).map(([name, other]) => [
    name,
    describeShape(readField(value, name), other, isByKind),
  ])
  return Object.fromEntries(fields)
}

const WORDS = /^[a-z]+(_[a-z]+)+$|^(text|event|web|user-\w+)$/

function isWord(value: unknown): boolean {
  return typeof value === 'boolean' || value === null || (typeof value === 'string' && WORDS.test(value))
}

describe.each(['all', 'none'] as const)('the simulated environment (capabilities: %s)', (manner) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { capabilities: manner } })
  })
  afterAll(() => server.stop())

  it('answers as the real one does, and comes to the same', async () => {
    const simulated = await askAll(openSimulated(manner), manner)
    const real = await askAll(await openReal(server), manner)
    const told = CALLS.filter(({ only }) => only === undefined || only === manner)
    const describeAll = (answers: Answered[]) =>
      answers.map(({ status, body }, place) => {
        const shape = describeShape(body, simulated[place]?.body, told[place]?.isByKind)
        return { call: `${told[place]?.who} ${told[place]?.call}`, status, shape }
      })
    expect(describeAll(simulated)).toEqual(describeAll(real))
  })
})
