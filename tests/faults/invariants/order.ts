import type { Message } from '#src/contract/chats.ts'
import type { Written } from '../model/ledger.ts'
import { findWaiting, type Outcome } from './outcome.ts'

/**
 * O2: first in, first out per chat. What one person wrote on one device is in the environment in the order in which it was given
 * to the outbox, and what waits holds back all that came after it. What somebody sent once more, or took back while it was in
 * doubt, has no order to keep.
 */
export function orderPerChat(outcome: Outcome): string[] {
  return [...outcome.threads].flatMap(([chatId, thread]) =>
    outcome.devices.flatMap(({ index }) => {
      const mine = outcome.written.filter(
        (row) => isOrdered(row) && row.chatId === chatId && row.device === index,
      )
      const arrived = thread.flatMap((message) =>
        message.sentByGuest ? [] : mine.filter(({ word }) => saysWord(message, word)),
      )
      return [...checkArrived(chatId, arrived), ...checkWaiting(outcome, chatId, mine, arrived)]
    }),
  )
}

function checkArrived(chatId: string, arrived: readonly Written[]): string[] {
  return arrived.flatMap((row, place) => {
    const before = arrived.slice(0, place).find((other) => isAfter(other, row))
    return before
      ? [`In ${chatId} '${before.word}' has arrived before '${row.word}', which was sent first.`]
      : []
  })
}

function checkWaiting(
  outcome: Outcome,
  chatId: string,
  mine: readonly Written[],
  arrived: readonly Written[],
): string[] {
  return mine.flatMap((row) => {
    const passed = arrived.find((other) => isAfter(other, row))
    if (!passed || arrived.includes(row) || !findWaiting(outcome, row)) return []
    return [`In ${chatId} '${passed.word}' has passed '${row.word}', which still waits.`]
  })
}

function saysWord({ text, attachments }: Message, word: string): boolean {
  return text.includes(word) || attachments.some(({ name }) => name?.includes(word))
}

function isOrdered({ kind, again, order }: Written): boolean {
  return kind !== 'ticket' && again === 0 && order !== null
}

function isAfter(one: Written, other: Written): boolean {
  return one.userId === other.userId && (one.order ?? 0) > (other.order ?? 0)
}
