import type { PushReadRequest } from '#src/contract/push.ts'

/** Tells the environment what was read here, so that the user's other devices end their alerts. */
export interface ReadTeller {
  /** Has it told once, unless this or a newer revision of the chat was noted before. */
  note(read: PushReadRequest): void
  /** Tells what was not told yet, one after the other, to the first failure: the rest waits for the next time. */
  flush(): Promise<void>
}

/** `send` gives whether that is settled, and never rejects. What was noted is known for as long as the page lives. */
export function createReadTeller(send: (read: PushReadRequest) => Promise<boolean>): ReadTeller {
  const noted = new Map<string, number>()
  const untold = new Map<string, number>()
  let isSending = false

  async function sendAll(): Promise<void> {
    // What is noted meanwhile comes last, and has its turn in the same loop.
    for (const [chatId, rev] of untold) {
      untold.delete(chatId)
      if (await send({ chatId, rev })) continue
      // A newer one of the chat stands for it.
      if (!untold.has(chatId)) untold.set(chatId, rev)
      return
    }
  }

  return {
    note({ chatId, rev }) {
      if (rev <= (noted.get(chatId) ?? -1)) return
      noted.set(chatId, rev)
      untold.set(chatId, rev)
    },
    async flush() {
      if (isSending) return
      isSending = true
      await sendAll()
      isSending = false
    },
  }
}
