import type { Chat } from '#src/contract/chats.ts'
import { liveUser, type DeviceReading, type MirrorReading, type Outcome } from './outcome.ts'

/**
 * I1 to I4, I10 and D3: a minute after all is healed, whatever a device mirrors is what the environment has; a thread is
 * unbroken from where it says that it is; and each thing is drawn once (O6).
 */
export function mirrorEqualsEnvironment(outcome: Outcome): string[] {
  return outcome.devices.flatMap((device) => {
    // A page that nobody looks at does not poll (I3): it agrees when somebody comes back.
    if (!device.isLookedAt) return []
    const mirror = device.mirrors.find(({ userId }) => userId === liveUser(device))
    if (!mirror) return liveUser(device) === null ? [] : [`${device.name} has no mirror.`]
    return [
      ...checkChats(outcome, device, mirror),
      ...checkThreads(outcome, device, mirror),
      ...checkDrawn(device, mirror),
    ]
  })
}

function checkChats(
  { chats, changed, manner }: Outcome,
  { name }: DeviceReading,
  mirror: MirrorReading,
): string[] {
  const missing = changed.filter((id) => !mirror.chats.some((row) => row.id === id))
  const wrong = mirror.chats.flatMap((row) => {
    const chat = chats.get(row.id)
    // Absence from a list deletes nothing (I4): only who reads that chat hears that it is gone.
    if (!chat) return manner === 'all' ? [`${name} still has ${row.id}, which is gone.`] : []
    const [here, there] = [plain(row.chat, manner), plain(chat, manner)]
    return here === there ? [] : [`${name} has ${here} where the environment has ${there}.`]
  })
  return [...missing.map((id) => `${name} does not have ${id}.`), ...wrong]
}

/** Fields in one order, without what only a reset or only an extension tells. */
function plain(chat: Chat, manner: Outcome['manner']): string {
  const { complete: _complete, rev, helpAt, ...rest } = chat
  const extended = manner === 'all' ? { rev, helpAt } : {}
  return JSON.stringify(Object.entries({ ...rest, ...extended }).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function checkThreads(outcome: Outcome, { name }: DeviceReading, mirror: MirrorReading): string[] {
  return mirror.threads.flatMap(({ chatId, historyFrom, isComplete }) => {
    const thread = outcome.threads.get(chatId)
    if (historyFrom === null || !thread) return []
    const here = mirror.messages
      .filter((row) => row.chatId === chatId && row.createdAt >= historyFrom)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
      .map(({ message }) => `${message.id} ${message.text}`)
    const there = thread
      .filter(({ createdAt }) => createdAt >= historyFrom)
      .map(({ id, text }) => `${id} ${text}`)
    if (here.join('\n') !== there.join('\n'))
      return [
        `${name} has of ${chatId} [${here.join(', ')}] where the environment has [${there.join(', ')}].`,
      ]
    if (isComplete && there.length !== thread.length)
      return [`${name} calls ${chatId} complete, and has ${there.length} of ${thread.length} messages.`]
    return []
  })
}

function checkDrawn({ name }: DeviceReading, { drawn }: MirrorReading): string[] {
  return [...drawn].flatMap(([chatId, keys]) =>
    new Set(keys).size === keys.length
      ? []
      : [`${name} draws something of ${chatId} twice: ${keys.join(', ')}.`],
  )
}
