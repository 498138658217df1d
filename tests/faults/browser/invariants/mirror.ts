import type { Chat } from '#src/contract/chats.ts'
import type { MirrorRows } from '../device-rows.ts'
import type { ChatReading, Outcome } from '../outcome.ts'

/** I1 to I4, I10 and D3: what the device mirrors of a chat is what the server returns for it, message by message. */
export function mirrorEqualsServer(outcome: Outcome): string[] {
  const { device, userIds, chats } = outcome
  const mirror = device.mirrors.find(({ userId }) => userId === userIds.same)
  if (!mirror) return ['The device has no mirror of its user.']
  return chats.flatMap((reading) => [...checkChat(mirror, reading), ...checkThread(mirror, reading)])
}

function checkChat(mirror: MirrorRows, { chatId, chat }: ChatReading): string[] {
  const row = mirror.chats.get(chatId)
  if (!row) return [`The device does not have ${chatId}.`]
  const [here, there] = [write(row), write(chat)]
  return here === there ? [] : [`The device has ${here} where the server returns ${there}.`]
}

/** Fields in one order, without the one that only a reset tells. */
function write({ complete: _complete, ...rest }: Chat): string {
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function checkThread(mirror: MirrorRows, { chatId, messages }: ChatReading): string[] {
  const thread = mirror.threads.find((row) => row.chatId === chatId)
  const from = thread?.historyFrom
  if (!thread || from === null || from === undefined) return []
  const here = mirror.messages
    .filter((row) => row.chatId === chatId && row.createdAt >= from)
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .map(({ id, text }) => `${id} ${text}`)
  const there = messages.filter(({ createdAt }) => createdAt >= from).map(({ id, text }) => `${id} ${text}`)
  if (here.join('\n') !== there.join('\n'))
    return [`The device has of ${chatId} [${here.join(', ')}] where the server has [${there.join(', ')}].`]
  if (thread.isComplete && there.length !== messages.length)
    return [`The device calls ${chatId} complete, and has ${there.length} of ${messages.length} messages.`]
  return []
}
