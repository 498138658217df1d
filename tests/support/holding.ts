import { readThread } from '#src/db/thread.ts'
import { makeFileId, stageFile, type CheckedFile } from '#src/actions/attach-files.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { takeOver } from '#src/actions/take-over.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { openDeskAt, type Desk } from './desk.ts'
import type { SeenCall } from './fault-fetch.ts'
import { openGuest, type Guest } from './guest.ts'
import type { TestServer } from './test-server.ts'

export const isSendCall = (call: SeenCall): boolean => call.path.startsWith('/api/takeover/send/')
export const isUploadCall = (call: SeenCall): boolean => call.path.startsWith('/api/takeover/upload/')

/** A desk of `agent` that holds the chat of a new guest, with its mirror up to date. */
export async function openHolding(
  server: Pick<TestServer, 'url'>,
): Promise<{ desk: Desk; guest: Guest; chatId: string }> {
  const guest = await openGuest(server.url)
  await guest.say('hello')
  const desk = await openDeskAt(server, 'agent')
  await desk.sync()
  await takeOver(desk.workspace, guest.chatId, 'bot', desk.clock.now())
  await desk.flush()
  return { desk, guest, chatId: guest.chatId }
}

/** Queues a message as Enter does; gives its operation's id. */
export async function queueText(desk: Desk, chatId: string, text: string): Promise<string> {
  const id = await sendMessage(desk.workspace, chatId, text, desk.clock.now())
  if (id === null) throw new Error('nothing to send')
  return id
}

/** Stages files and sends them without a text, as Send does; gives their operations' ids. */
export async function queueFiles(
  workspace: Workspace,
  chatId: string,
  files: readonly CheckedFile[],
  now: number,
): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    const id = makeFileId()
    if ((await stageFile(workspace, chatId, id, file, now)) === 'full')
      throw new Error('no room in the draft')
    ids.push(id)
  }
  await sendMessage(workspace, chatId, '', now, null, ids)
  return ids
}

/** A lane in few words: `queued`, `failed not_held`. */
export async function readStates(desk: Desk, chatId: string): Promise<string[]> {
  return (await desk.lane(chatId)).map(({ state, reason }) => (reason ? `${state} ${reason.code}` : state))
}

/** What the staff's entries of a thread say; what waits to be sent stands in brackets. */
export async function readThreadTexts(desk: Desk, chatId: string): Promise<string[]> {
  const { entries } = await readThread(desk.workspace, chatId, 50)
  return entries.flatMap((entry) => {
    if (entry.type === 'message') return entry.message.user ? [entry.message.text] : []
    return entry.operation.kind === 'send' ? [`(${entry.operation.payload.text})`] : []
  })
}
