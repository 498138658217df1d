import { holderKey } from '#src/domain/chats/holder.ts'
import { TICKET_LANE, waitsForUser, type Operation } from '#src/domain/outbox/operation.ts'
import { isKeyStale } from '#src/domain/outbox/timing.ts'
import { textOf } from '../invariants/outcome.ts'
import { PEOPLE } from './environment-people.ts'
import { readSignedIn, type Desk, type Hotel, type SignedIn } from './hotel.ts'
import { noteIntents } from './note-intents.ts'
import type { Step } from './steps.ts'
import type { Tab } from './tab.ts'

/** What became of something that a person did: an error that they are told, or nothing, because the tab died over it. */
type Done<T> = { type: 'done'; value: T } | { type: 'failed' } | { type: 'dead' }

const CHATS = 5
const OWN_CHATS = 2
const FILE_BYTES = 8

export type ActingStep = Extract<Step, { chat: number; tab: number }>

/** Who acts, where, and what they have before them. */
interface Actor {
  hotel: Hotel
  desk: Desk
  tab: Tab
  signedIn: SignedIn
  chatId: string
}

/** Does what a step says a person does, in a tab that can, and notes it in the ledger. Nothing where none can. */
export async function act(hotel: Hotel, step: ActingStep): Promise<void> {
  const desk = hotel.desk(step.device)
  const tab = hotel.findTab(desk, step.tab)
  const signedIn = readSignedIn(tab)
  if (!tab || !signedIn) return
  // Each desk has chats of its own more often than not: two people who take everything from each other send nothing.
  const chatId = `chat-${(step.chat + OWN_CHATS * step.device) % CHATS}`
  const actor: Actor = { hotel, desk, tab, signedIn, chatId }
  switch (step.type) {
    case 'write':
      return write(actor, step)
    case 'draft':
      return void (await type(actor))
    case 'send-draft':
      return send(actor, await readDraftText(actor), false)
    case 'discard-draft':
      return discardDraft(actor)
    case 'open-chat':
      return void (await attempt(
        actor,
        tab.code.openChat(signedIn.workspace, actor.chatId, desk.device.now()),
      ))
    case 'take':
    case 'return':
    case 'resolve':
    case 'resolve-and-return':
    case 'pass':
      return change(actor, step.type)
    case 'ticket':
      return saveTicket(actor)
    case 'edit':
    case 'discard':
      return withdraw(actor, step.type, step.isConfirmed)
    case 'again':
    case 'take-and-send':
      return insist(actor, step.type, step.isConfirmed)
  }
}

/** Runs to its end whatever a person began: databases need no time to pass. */
async function attempt<T>({ hotel }: Actor, job: Promise<T>): Promise<Done<T>> {
  let done: Done<T> = { type: 'dead' }
  job.then(
    (value) => (done = { type: 'done', value }),
    () => (done = { type: 'failed' }),
  )
  await hotel.world.settle()
  return done
}

async function readDraftText(actor: Actor): Promise<string> {
  const { tab, signedIn, chatId } = actor
  const read = await attempt(actor, tab.code.readDraft(signedIn.workspace.outbox, chatId))
  return read.type === 'done' ? (read.value?.text ?? '') : ''
}

/** Types a new word behind what stands there. Gives the field's text; '' where it could not be kept, of which people are told. */
async function type(actor: Actor): Promise<string> {
  const { hotel, desk, tab, signedIn, chatId } = actor
  const typed = await readDraftText(actor)
  const { user } = signedIn.workspace
  const row = hotel.ledger.write({ kind: 'send', device: desk.index, userId: user.id, chatId })
  const text = typed === '' ? row.word : `${typed}\n${row.word}`
  const saved = await attempt(actor, tab.code.saveDraft(signedIn.workspace, chatId, text, desk.device.now()))
  if (saved.type !== 'done') return ''
  row.isPromised = true
  return text
}

async function write(actor: Actor, step: Extract<Step, { type: 'write' }>): Promise<void> {
  const text = await type(actor)
  if (step.hasFile) await attach(actor)
  await send(actor, text, step.takesOver)
}

/** Chooses a file whose name is a word of its own. */
async function attach(actor: Actor): Promise<void> {
  const { hotel, desk, tab, signedIn, chatId } = actor
  if (tab.isDead) return
  const { user } = signedIn.workspace
  const row = hotel.ledger.write({ kind: 'upload', device: desk.index, userId: user.id, chatId })
  const file = { name: `${row.word}png`, type: 'image/png' as const, bytes: new ArrayBuffer(FILE_BYTES) }
  const id = tab.code.makeFileId()
  const staging = tab.code.stageFile(signedIn.workspace, chatId, id, file, desk.device.now())
  const staged = await attempt(actor, staging)
  if (staged.type === 'done' && staged.value === 'staged') row.isPromised = true
}

async function readStaged(actor: Actor): Promise<{ id: string; name: string }[]> {
  const { tab, signedIn, chatId } = actor
  const read = await attempt(actor, tab.code.readStaged(signedIn.workspace.outbox, chatId))
  return read.type === 'done' ? read.value : []
}

async function send(actor: Actor, text: string, takesOver: boolean): Promise<void> {
  const { hotel, desk, tab, signedIn, chatId } = actor
  if (text === '' || tab.isDead) return
  const { workspace } = signedIn
  const files = await readStaged(actor)
  const shown = takesOver ? await readHolder(actor) : 'mine'
  const from = shown === 'mine' ? null : shown
  // The text goes first, then each file in the order in which they were chosen.
  const parts = [text, ...files.map(({ name }) => name)].map((part) => hotel.ledger.find(part))
  for (const part of parts) {
    const order = hotel.ledger.nextOrder()
    for (const row of part) Object.assign(row, { order, saidAt: hotel.environment.now() })
  }
  if (from !== null) noteReplaced(actor)
  const ids = files.map(({ id }) => id)
  const sending = tab.code.sendMessage(workspace, chatId, text, desk.device.now(), from, ids)
  const sent = await attempt(actor, sending)
  if (from !== null) await notePress(actor, from)
  if (sent.type === 'done' && sent.value !== null) for (const row of parts.flat()) row.isPromised = true
}

async function discardDraft(actor: Actor): Promise<void> {
  const { hotel, desk, tab, signedIn, chatId } = actor
  const names = (await readStaged(actor)).map(({ name }) => name)
  for (const row of hotel.ledger.find([await readDraftText(actor), ...names].join('\n'))) row.mayBeGone = true
  await attempt(actor, tab.code.discardDraft(signedIn.workspace, chatId, desk.device.now()))
}

/** Who holds the chat as the screen shows it. */
async function readHolder({ signedIn, chatId }: Actor): Promise<string> {
  const row = await signedIn.workspace.mirror.chats.get(chatId).catch(() => undefined)
  const user = row?.chat.user ?? null
  return user?.id === signedIn.workspace.user.id ? 'mine' : holderKey(user)
}

/** A takeover that was refused may make room for this one. */
function noteReplaced({ hotel, desk, chatId }: Actor): void {
  for (const intent of hotel.ledger.intents)
    if (intent.kind === 'pause' && intent.device === desk.index && intent.chatId === chatId)
      intent.mayBeGone = true
}

async function change(actor: Actor, kind: 'take' | 'return' | 'resolve' | 'resolve-and-return' | 'pass') {
  const { desk, tab, signedIn, chatId } = actor
  const { workspace } = signedIn
  const shown = await readHolder(actor)
  const holder = shown === 'mine' ? workspace.user.id : shown
  const helpAt = (await workspace.mirror.chats.get(chatId).catch(() => undefined))?.chat.helpAt ?? null
  const now = desk.device.now()
  const to = PEOPLE.find(({ id }) => id !== workspace.user.id)
  const press = () => {
    switch (kind) {
      case 'resolve-and-return':
        return tab.code.resolveAndReturn(workspace, chatId, { holder, helpAt }, now)
      case 'take':
        return tab.code.takeOver(workspace, chatId, holder, now)
      case 'return':
        return tab.code.returnToBot(workspace, chatId, holder, now)
      case 'resolve':
        return tab.code.resolveChat(workspace, chatId, helpAt, now)
      case 'pass':
        return to && tab.page?.capabilities().staff
          ? tab.code.passChat(workspace, chatId, { userId: to.id, name: to.name }, holder, now)
          : Promise.resolve()
    }
  }
  if (kind === 'take') noteReplaced(actor)
  await attempt<unknown>(actor, press())
  await notePress(actor, holder)
}

function notePress({ hotel, desk, signedIn, chatId }: Actor, seen: string): Promise<void> {
  return noteIntents(hotel, { desk, userId: signedIn.workspace.user.id, chatId, seen })
}

async function saveTicket(actor: Actor): Promise<void> {
  const { hotel, desk, tab, signedIn, chatId } = actor
  const { workspace } = signedIn
  const row = hotel.ledger.write({ kind: 'ticket', device: desk.index, userId: workspace.user.id, chatId })
  Object.assign(row, { order: hotel.ledger.nextOrder(), saidAt: hotel.environment.now() })
  const ticket = { queueId: 'queue', queueName: 'House', title: 'Room 1', guestId: null, room: null }
  const saved = await attempt(
    actor,
    tab.code.saveTicket(workspace, { ...ticket, description: row.word, chatId }, desk.device.now()),
  )
  if (saved.type === 'done' && saved.value !== null) row.isPromised = true
}

/** The unsent things that a screen of this chat offers ways out for. */
async function readUnsent(actor: Actor): Promise<Operation[]> {
  const { tab, signedIn, chatId } = actor
  const read = await attempt(actor, tab.code.readOperations(signedIn.workspace.outbox))
  const all = read.type === 'done' ? read.value : []
  return all.filter(({ lane }) => lane === chatId || lane === TICKET_LANE)
}

function wordsOf({ hotel }: Actor, operation: Operation) {
  return hotel.ledger.find(textOf(operation))
}

async function withdraw(actor: Actor, step: 'edit' | 'discard', isConfirmed: boolean): Promise<void> {
  const { hotel, desk, tab, signedIn } = actor
  const operation = (await readUnsent(actor)).findLast(({ state }) => state !== 'sending' && state !== 'sent')
  if (!operation || (step === 'edit' && operation.kind !== 'send' && operation.kind !== 'ticket')) return
  const words = wordsOf(actor, operation)
  const intent = hotel.ledger.intent(operation.id)
  const before = words.map(({ mayBeGone }) => mayBeGone)
  const options = { now: desk.device.now(), isConfirmed }
  if (isConfirmed && operation.doubt !== 'none') for (const row of words) row.again += 1
  if (step === 'edit')
    return void (await attempt(actor, tab.code.editOperation(signedIn.workspace, operation.id, options)))
  for (const row of words) row.mayBeGone = true
  const done = await attempt(actor, tab.code.discardOperation(signedIn.workspace, operation.id, options))
  const isKept = done.type === 'done' && done.value !== 'done'
  if (isKept) words.forEach((row, index) => (row.mayBeGone = before[index] ?? false))
  // Where its fate is read first, the chat may be as it was to become without it.
  if (intent && (!isKept || (done.type === 'done' && done.value === 'settling'))) intent.mayBeGone = true
}

async function insist(actor: Actor, step: 'again' | 'take-and-send', isConfirmed: boolean): Promise<void> {
  const { hotel, desk, tab, signedIn, chatId } = actor
  const operation = (await readUnsent(actor)).find(({ state }) => waitsForUser(state))
  if (!operation?.reason) return
  const { code } = operation.reason
  // The way out that the screen offers, and no other.
  if (step === 'take-and-send' && code !== 'not_held' && code !== 'holder_changed') return
  const { workspace } = signedIn
  const now = desk.device.now()
  const row = await workspace.mirror.chats.get(chatId).catch(() => undefined)
  const offersKeys = tab.page?.capabilities().idempotency ?? false
  const seen = { holder: holderKey(row?.chat.user ?? null), helpAt: row?.chat.helpAt, offersKeys }
  if (isConfirmed && isKeyStale(operation, now, offersKeys)) {
    for (const written of wordsOf(actor, operation)) written.again += 1
    const intent = hotel.ledger.intent(operation.id)
    if (intent) intent.mayBeGone = true
  }
  for (const written of wordsOf(actor, operation)) written.saidAt = hotel.environment.now()
  const known = hotel.ledger.intent(operation.id)
  known?.seen.push(seen.holder)
  if (step === 'take-and-send') noteReplaced(actor)
  const run = step === 'again' ? tab.code.sendAgain : tab.code.takeOverAndSend
  await attempt(actor, run(workspace, operation.id, seen, { now, isConfirmed }))
  await notePress(actor, seen.holder)
}
