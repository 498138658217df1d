import { newOperationId } from '#src/db/outbox/new-id.ts'
import { addTakeover, appendOperation, readLane } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import type { Expectation } from '#src/domain/outbox/operation.ts'
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
 * the guest's last word that was here to be read stands in: a newer one is a newer cry for help (O11).
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

/** A second tap while the first one waits is the same intent: it gives the first one's id. */
function queueIntent(
  workspace: Workspace,
  chatId: string,
  kind: 'pause' | 'play' | 'resolve',
  expects: Expectation,
  now: number,
): Promise<string> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations], async () => {
    const last = (await readLane(outbox, chatId)).filter((operation) => operation.payload === null).at(-1)
    if (last?.kind === kind && last.state === 'queued') return last.id
    const made = { id: newOperationId(), lane: chatId, now, payload: null, expects }
    const queued =
      kind === 'pause'
        ? await addTakeover(outbox, { ...made, kind })
        : await appendOperation(outbox, { ...made, kind })
    return queued.id
  })
}
