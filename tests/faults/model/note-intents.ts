import { isTakeoverKind, type Operation } from '#src/domain/outbox/operation.ts'
import type { Desk, Hotel } from './hotel.ts'
import { readUnsent } from './read-unsent.ts'

/** Who pressed what the screen of a chat offers, and who held the chat as they saw it, `bot` for nobody. */
interface Press {
  desk: Desk
  userId: string
  chatId: string
  seen: string
}

/**
 * Notes in the ledger what a press has put into the outbox: a takeover goes in before a message without a word of its own, and a
 * tab may die over a press that is kept all the same. Who presses again then means what was seen at the first press.
 */
export async function noteIntents(hotel: Hotel, { desk, userId, chatId, seen }: Press): Promise<void> {
  const { operations } = await readUnsent(hotel, desk, userId)
  for (const { id, lane, kind } of operations) {
    if (lane !== chatId || !isIntent(kind) || hotel.ledger.intent(id)) continue
    hotel.ledger.intents.push({
      id,
      kind,
      device: desk.index,
      userId,
      chatId,
      mayBeGone: false,
      seen: [seen],
    })
  }
}

function isIntent(kind: Operation['kind']): kind is 'pause' | 'play' | 'resolve' | 'pass' {
  return isTakeoverKind(kind)
}
