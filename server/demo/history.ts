import type { BulkHotel } from '../store/bulk/bulk-hotel.ts'
import { createDemoId, createRandom } from './random.ts'
import type { DemoChat } from './rows.ts'

const MINUTE_MS = 60_000
const SEED = 7_919
/** What guests give at the end, as often as it stands here; null: they give nothing. */
const STARS = [5, 4, null, 5, 3, null, 4, 5, 2, 5] as const

type History = Required<Pick<BulkHotel, 'helpRequests' | 'ratings'>>

/** What reports know of chats that somebody of the staff has answered: since when the guest waited, and what they gave after. */
export function tellHistory(chats: readonly DemoChat[], now: Date): History {
  const random = createRandom(SEED)
  const history: History = { helpRequests: [], ratings: [] }
  for (const { id: chatId, guestId, messages, helpAt } of chats) {
    const answer = messages.find(({ user }) => user !== null)
    const asked = messages.findLast(
      ({ sentByGuest, createdAt }) => sentByGuest && answer !== undefined && createdAt < answer.createdAt,
    )
    const last = messages.at(-1)
    if (!answer || !asked || !last || helpAt) continue
    const endedAt = last.createdAt
    history.helpRequests.push({ chatId, askedAt: asked.createdAt, endedAt })
    const stars = random.pick(STARS)
    const ratedAt = new Date(endedAt.getTime() + random.between(1, 20) * MINUTE_MS)
    if (stars === null || ratedAt > now) continue
    history.ratings.push({ id: createDemoId(random), chatId, guestId, askedAt: endedAt, stars, ratedAt })
  }
  return history
}
