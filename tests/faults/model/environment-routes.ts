import { readNewlines, type Chat, type StaffRef } from '#src/contract/chats.ts'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { MAX_MESSAGE_CHARS, RESET_MESSAGES_PER_CHAT } from '#src/contract/limits.ts'
import type { Effect, Environment } from './environment.ts'
import { PEOPLE, type Colleague } from './environment-people.ts'
import { EnvironmentRefusal, readText, type Answer, type Call } from './environment-wire.ts'

/** What the simulated environment announces: that of which the outbox and the mirror are made. */
const CAPABILITIES: Capabilities = {
  ...NO_CAPABILITIES,
  authPost: true,
  sync: true,
  idempotency: true,
  paging: true,
  staff: true,
}
const SYNC_LIMIT_DEFAULT = 500
/** Few, so that a reset spans pages. */
const RESET_CHATS_PER_PAGE = 2

/** Answers a call by its path (CONTRACT sections 2 to 6). Throws EnvironmentRefusal. */
export function routeCall(environment: Environment, call: Call): Answer {
  const { method, path } = call
  const isPlain = environment.manner === 'none'
  if (path === '/api/capabilities') {
    if (isPlain) throw notFound('This path')
    return { status: 200, body: CAPABILITIES }
  }
  if (path === '/api/auth' && method !== 'DELETE') return signIn(environment, call)
  const who = environment.whoIs(call.token)
  if (!who || call.token === null) throw new EnvironmentRefusal(401, 'unauthorized', 'Sign in again.')
  if (path === '/api/auth' && !isPlain) {
    environment.end(call.token)
    return { status: 204, body: undefined }
  }
  if (path === '/api/sync' && !isPlain) return readSync(environment, call)
  if (path === '/api/staff' && !isPlain) return { status: 200, body: listStaff() }
  if (path === '/api/info/typical-answers') return { status: 200, body: [] }
  if (path === '/api/ticketing/Queues/')
    return { status: 200, body: [{ id: 'queue', name: 'House', isAdmin: false }] }
  if (path === '/api/add-ticket' && method === 'POST') return addTicket(environment, call, who)
  const [, , area = '', name = '', id = '', part = ''] = path.split('/')
  if (area === 'info' && name === 'chats') return readChats(environment, call, id, part)
  if (area === 'info' && name === 'message') return readMessage(environment, id)
  if (area === 'inhouse-guest-info') return { status: 200, body: {} }
  if (area === 'takeover') return changeChat(environment, call, who, name, id)
  throw notFound('This path')
}

function signIn(environment: Environment, { method, query, json }: Call): Answer {
  if (method === 'POST' && environment.manner === 'none') throw notFound('This path')
  const read = (name: string) => (method === 'POST' ? readText(json, name) : (query.get(name) ?? ''))
  const who = PEOPLE.find(({ username }) => username === read('username'))
  const renewed = environment.whoIs(read('token'))
  const isKnown = renewed ? renewed.id === who?.id : who?.username === read('password')
  if (!who || !isKnown) throw new EnvironmentRefusal(401, 'bad_credentials', 'Wrong name or password.')
  const token = renewed ? read('token') : environment.begin(who)
  return { status: 200, body: { ...who, role: 0, token, lastLogin: null } }
}

function readSync({ log, pageEntries }: Environment, { query }: Call): Answer {
  const limit = Math.min(Number(query.get('limit') ?? SYNC_LIMIT_DEFAULT), pageEntries)
  const since = log.readCursor(query.get('cursor'))
  const removed = { chats: [] as string[], messages: [] as string[] }
  if (since === null) {
    const start = log.readResetCursor(query.get('cursor'))
    const left = log.recent().filter(({ id }) => id > start.after)
    left.sort(byId)
    const chats = left.slice(0, RESET_CHATS_PER_PAGE)
    const messages = chats.flatMap(({ id }) => log.thread(id).slice(-RESET_MESSAGES_PER_CHAT))
    const rows = chats.map((chat) => ({ ...chat, complete: chat.messagesCount <= RESET_MESSAGES_PER_CHAT }))
    const more = left.length > chats.length
    const cursor = more ? log.resetCursorAt(start.seq, chats.at(-1)?.id ?? '') : log.cursorAt(start.seq)
    return { status: 200, body: { cursor, more, reset: true, chats: rows, messages, removed } }
  }
  const entries = log.entries.filter(({ seq }) => seq > since).slice(0, limit)
  const chatIds = [...new Set(entries.map(({ chatId }) => chatId))]
  const messageIds = [...new Set(entries.flatMap(({ messageId }) => messageId ?? []))]
  const seq = entries.at(-1)?.seq ?? since
  const body = {
    cursor: log.cursorAt(seq),
    more: entries.length === limit && seq < log.newest(),
    reset: false,
    chats: chatIds.flatMap((id) => log.chats.get(id) ?? []),
    messages: messageIds.flatMap((id) => log.messages.get(id) ?? []),
    removed: {
      chats: chatIds.filter((id) => !log.chats.has(id)),
      messages: messageIds.filter((id) => !log.messages.has(id)),
    },
  }
  return { status: 200, body }
}

function byUpdate(one: Chat, other: Chat): number {
  return one.updatedAt < other.updatedAt ? 1 : -1
}

function byId(one: Chat, other: Chat): number {
  return one.id < other.id ? -1 : 1
}

function listStaff(): object[] {
  return PEOPLE.map(({ id, name }) => ({ id, name, role: 0, online: true }))
}

function readChats(environment: Environment, { query }: Call, id: string, part: string): Answer {
  const { log, manner } = environment
  const limit = manner === 'all' ? Number(query.get('limit') ?? Infinity) : Infinity
  const before = manner === 'all' ? query.get('before') : null
  if (id === '') {
    const isRecent = manner === 'all' && query.get('scope') === 'recent'
    const rows = (isRecent ? log.recent() : [...log.chats.values()]).sort(byUpdate)
    const from = before === null ? 0 : rows.findIndex((chat) => chat.id === before) + 1
    const body = rows.slice(from, from + limit).map((chat) => environment.present(chat))
    return { status: 200, body }
  }
  const chat = findChat(environment, id)
  if (part === '') return { status: 200, body: environment.present(chat) }
  const thread = log.thread(id)
  const until = before === null ? thread.length : thread.findIndex((message) => message.id === before)
  const rows = thread.slice(0, until).slice(limit === Infinity ? 0 : -limit)
  return { status: 200, body: rows.map((message) => environment.presentMessage(message)) }
}

function readMessage(environment: Environment, id: string): Answer {
  const message = environment.log.messages.get(id)
  if (!message) throw notFound('This message')
  return { status: 200, body: environment.presentMessage(message) }
}

function changeChat(
  environment: Environment,
  call: Call,
  who: Colleague,
  action: string,
  id: string,
): Answer {
  const isPlain = environment.manner === 'none'
  const me: StaffRef = { id: who.id, name: who.name }
  const key = isPlain ? null : call.key
  const holder = isPlain ? null : call.query.get('holder')
  const helpAt = isPlain ? null : call.query.get('helpAt')
  const giveChat = () => answerChat(environment, id)
  const before = environment.log.chats.get(id)?.user?.id ?? 'bot'
  const note = (kind: Effect['kind'], text = '') =>
    environment.effects.push({ at: environment.now(), kind, userId: who.id, key, chatId: id, text, before })
  if (action === 'send') {
    const text = readNewlines(readText(call.json, 'text'))
    if (text.trim() === '') throw new EnvironmentRefusal(422, 'invalid', 'The message is empty.')
    if (text.length > MAX_MESSAGE_CHARS) throw new EnvironmentRefusal(413, 'too_large', 'It is too long.')
    return environment.once(key, who.id, ['send', id, text], () => {
      const chat = findChat(environment, id)
      if (chat.user?.id !== who.id) throw notHeld(chat)
      const made = { text, sentByGuest: false, user: me, clientId: key }
      const message = environment.log.commit('new_message', id, {}, made)
      note('send', text)
      return () => ({ status: 200, body: isPlain || !message ? {} : environment.presentMessage(message) })
    })
  }
  if (action === 'upload') {
    const [file] = call.files ?? []
    if (!file) throw new EnvironmentRefusal(422, 'invalid', 'There is no file in the request.')
    return environment.once(key, who.id, ['upload', id, call.files], () => {
      const chat = findChat(environment, id)
      if (chat.user?.id !== who.id) throw notHeld(chat)
      // An operation of the console carries one file (O7).
      const { name, type: contentType, size } = file
      const attachments = [{ contentType, contentUrl: `/api/attachments/${name}`, name, size }]
      const made = { text: '', sentByGuest: false, user: me, clientId: key, attachments }
      const message = environment.log.commit('new_message', id, {}, made)
      note('upload', name)
      return () => ({ status: 200, body: isPlain || !message ? {} : [environment.presentMessage(message)] })
    })
  }
  return environment.once(key, who.id, [action, id, holder, helpAt, call.json], () => {
    const chat = findChat(environment, id)
    const isDone = action === 'pause' && chat.user?.id === who.id
    if (!isDone && holder && holder !== (chat.user?.id ?? 'bot'))
      throw new EnvironmentRefusal(409, 'holder_changed', 'Somebody else has it.', { user: chat.user })
    if (action === 'pause') {
      if (!isDone) environment.log.commit('chat_changed', id, { holder: me }, null)
    } else if (action === 'play') {
      if (chat.pausedAt !== null) environment.log.commit('chat_changed', id, { holder: 'bot' }, null)
    } else if (action === 'resolve') {
      if (helpAt && chat.needsHelp && chat.helpAt && chat.helpAt > helpAt)
        throw new EnvironmentRefusal(409, 'needs_help_again', 'Help was asked for again.')
      if (chat.needsHelp) environment.log.commit('chat_changed', id, { needsHelp: false }, null)
    } else if (action === 'pass' && !isPlain) {
      if (chat.user?.id !== who.id) throw notHeld(chat)
      const to = PEOPLE.find((each) => each.id === readText(call.json, 'userId'))
      if (!to) throw notFound('This colleague')
      const text = `${who.name} passed the chat to ${to.name}`
      const event = { text, sentByGuest: false, type: 'event' }
      environment.log.commit('new_message', id, { holder: { id: to.id, name: to.name } }, event)
    } else throw notFound('This path')
    note(action)
    return giveChat
  })
}

/** A chat in a repeated answer is as it is now. */
function answerChat(environment: Environment, id: string): Answer {
  if (environment.manner === 'none') return { status: 200, body: {} }
  return { status: 200, body: environment.present(findChat(environment, id)) }
}

function addTicket(environment: Environment, call: Call, who: Colleague): Answer {
  const description = readText(call.json, 'description')
  return environment.once(call.key, who.id, ['ticket', call.json], () => {
    const id = `ticket-${environment.tickets.length + 1}`
    const row = { id, description, agentId: who.id }
    environment.tickets.push(row)
    const effect = { kind: 'ticket' as const, chatId: '', text: description, before: 'bot' }
    environment.effects.push({ at: environment.now(), userId: who.id, key: call.key, ...effect })
    const ticket = { ...row, queueId: 'queue', title: readText(call.json, 'title'), status: 'open' }
    return () => ({ status: 201, body: { ...ticket, createdOn: '2026-11-20T12:00:00.000Z' } })
  })
}

function findChat({ log }: Environment, id: string): Chat {
  const chat = log.chats.get(id)
  if (!chat) throw notFound('This chat')
  return chat
}

function notHeld(chat: Chat): EnvironmentRefusal {
  return new EnvironmentRefusal(409, 'not_held', 'You do not hold this chat.', { user: chat.user })
}

function notFound(what: string): EnvironmentRefusal {
  return new EnvironmentRefusal(404, 'not_found', `${what} is not there.`)
}
