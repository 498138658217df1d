import { newOperationId } from '#src/db/outbox/new-id.ts'
import { addTakeover, appendOperation, readLane } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import { isTakeoverKind, type Expectation, type Operation } from '#src/domain/outbox/operation.ts'
import type { SeenHolder } from './send-message.ts'

/** Takes a chat over from whoever the person saw holding it (O11). */
export function takeOver(
  workspace: Workspace,
  chatId: string,
  seen: SeenHolder,
  now: number,
): Promise<string> {
  return queueIntent(workspace, chatId, 'pause', { holder: seen }, now)
}

/** Returns a chat to the bot. */
export function returnToBot(
  workspace: Workspace,
  chatId: string,
  seen: SeenHolder,
  now: number,
): Promise<string> {
  return queueIntent(workspace, chatId, 'play', { holder: seen }, now)
}

/**
 * Clears the needs-help flag that the person saw, raised at `helpAt`. Where the environment does not say when (null),
 * the guest's last word that was here to be read stands in: a newer one is a newer help request (O11).
 */
export async function resolveChat(
  workspace: Workspace,
  chatId: string,
  helpAt: string | null,
  now: number,
): Promise<string> {
  const seen = helpAt ?? (await readLastWord(workspace, chatId))
  return queueIntent(workspace, chatId, 'resolve', { helpAt: seen }, now)
}

async function readLastWord({ mirror }: Workspace, chatId: string): Promise<string | null> {
  const row = await mirror.chats.get(chatId)
  return row && row.chat.helpAt === undefined ? row.chat.lastUserMessageDate : null
}

/**
 * Clears the needs-help flag that the person saw and returns the chat to the bot, in one transaction. Where the guest has
 * cried anew the first is refused, and the second waits behind it (O2): nobody is returned who still needs a person.
 */
export async function resolveAndReturn(
  workspace: Workspace,
  chatId: string,
  seen: { holder: SeenHolder; helpAt: string | null },
  now: number,
): Promise<void> {
  const { outbox } = workspace
  const helpAt = seen.helpAt ?? (await readLastWord(workspace, chatId))
  await writeOutbox(workspace, [outbox.operations], async () => {
    const [resolve, play] = (await readIntents(workspace, chatId)).slice(-2)
    if (isWaiting(resolve, 'resolve') && isWaiting(play, 'play')) return
    await addIntent(workspace, chatId, 'resolve', { helpAt }, now)
    await addIntent(workspace, chatId, 'play', { holder: seen.holder }, now)
  })
}

/** Hands a chat that the person holds to a colleague. A second tap while the first one waits is the same intent. */
export function passChat(
  workspace: Workspace,
  chatId: string,
  to: Receiver,
  seen: SeenHolder,
  now: number,
): Promise<string> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations], () => addPass(workspace, chatId, to, seen, now))
}

/** Returns several chats to the bot: all of them are noted, or none. */
export function returnChats(workspace: Workspace, chats: readonly SeenChat[], now: number): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations], async () => {
    for (const { chatId, holder } of chats) await addIntent(workspace, chatId, 'play', { holder }, now)
  })
}

/** Hands several chats to one colleague: all of them are noted, or none. */
export function passChats(
  workspace: Workspace,
  chats: readonly SeenChat[],
  to: Receiver,
  now: number,
): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations], async () => {
    for (const { chatId, holder } of chats) await addPass(workspace, chatId, to, holder, now)
  })
}

/** A chat, and who held it as the user saw it (O11). */
export interface SeenChat {
  chatId: string
  holder: SeenHolder
}

interface Receiver {
  userId: string
  name: string
}

async function addPass(
  workspace: Workspace,
  chatId: string,
  to: Receiver,
  seen: SeenHolder,
  now: number,
): Promise<string> {
  const last = (await readIntents(workspace, chatId)).at(-1)
  if (last?.kind === 'pass' && last.state === 'queued' && last.payload.userId === to.userId) return last.id
  const made = { id: newOperationId(), lane: chatId, now, kind: 'pass' as const, payload: to }
  return (await appendOperation(workspace.outbox, { ...made, expects: { holder: seen } })).id
}

function queueIntent(
  workspace: Workspace,
  chatId: string,
  kind: PlainIntent,
  expects: Expectation,
  now: number,
): Promise<string> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations], () => addIntent(workspace, chatId, kind, expects, now))
}

type PlainIntent = 'pause' | 'play' | 'resolve'

/** A second tap while the first one waits is the same intent: it gives the first one's id. */
async function addIntent(
  workspace: Workspace,
  chatId: string,
  kind: PlainIntent,
  expects: Expectation,
  now: number,
): Promise<string> {
  const { outbox } = workspace
  const last = (await readIntents(workspace, chatId)).at(-1)
  if (last && isWaiting(last, kind)) return last.id
  const made = { id: newOperationId(), lane: chatId, now, payload: null, expects }
  const queued =
    kind === 'pause'
      ? await addTakeover(outbox, { ...made, kind })
      : await appendOperation(outbox, { ...made, kind })
  return queued.id
}

async function readIntents({ outbox }: Workspace, chatId: string): Promise<Operation[]> {
  return (await readLane(outbox, chatId)).filter(({ kind }) => isTakeoverKind(kind))
}

function isWaiting(operation: Operation | undefined, kind: PlainIntent): boolean {
  return operation?.kind === kind && operation.state === 'queued'
}
