import type { ServiceFigures, ServiceReport } from '#src/contract/reports.ts'
import type { ChatCounts } from '../store/reports/count-messages.ts'

interface Served {
  channel: string
  messages: number
  hasBot: boolean
  hasStaff: boolean
}

/** Chats in which anybody wrote, of as many stretches as are added. */
export class ChatsServed {
  readonly #chats = new Map<string, Served>()

  /** A chat whose channel is not said is of none. */
  add(counts: readonly (ChatCounts & { source?: string })[]): void {
    for (const { chatId, source = '', messages, byBot, byStaff } of counts) {
      const before = this.#chats.get(chatId)
      this.#chats.set(chatId, {
        channel: source,
        messages: messages + (before?.messages ?? 0),
        hasBot: byBot > 0 || before?.hasBot === true,
        hasStaff: byStaff > 0 || before?.hasStaff === true,
      })
    }
  }

  count(): Pick<ServiceFigures, 'chats' | 'messages' | 'botOnlyChats'> {
    const chats = [...this.#chats.values()]
    return {
      chats: chats.length,
      messages: chats.reduce((sum, { messages }) => sum + messages, 0),
      botOnlyChats: chats.filter(({ hasBot, hasStaff }) => hasBot && !hasStaff).length,
    }
  }

  /** The busiest channel first. */
  listByChannel(): ServiceReport['byChannel'] {
    const channels = new Map<string, { channel: string; chats: number; messages: number }>()
    for (const { channel, messages } of this.#chats.values()) {
      const row = channels.get(channel) ?? { channel, chats: 0, messages: 0 }
      channels.set(channel, { channel, chats: row.chats + 1, messages: row.messages + messages })
    }
    return [...channels.values()].sort((one, other) => other.messages - one.messages)
  }
}
