import * as v from 'valibot'
import { MAX_STARS } from '#src/domain/guests/rating.ts'
import { messageListSchema } from './chats.ts'

/** The guest page's calls (CONTRACT section 8). */
export const guestSessionRequestSchema = v.object({
  displayName: v.optional(v.pipe(v.string(), v.maxLength(500))),
  demoChat: v.optional(v.string()),
})
export const guestSessionSchema = v.object({ token: v.string(), chatId: v.string(), guestId: v.string() })
export const guestMessageRequestSchema = v.object({ text: v.string() })

/**
 * `GET /api/guest/messages?rating=1` gives the messages together with what the guest is asked, in place of the list alone.
 * `POST /api/guest/rating` (with `Idempotency-Key`) answers it and gives the question as it is then: 409 where nothing was
 * asked, 422 for anything but 1 to 5, 429 above `GUEST_RATINGS_PER_MINUTE`.
 */
const ratingQuestionSchema = v.object({
  /** Of the occasion: each is asked about once. */
  id: v.string(),
  /** What the guest has answered so far. */
  stars: v.nullable(v.number()),
})
export type RatingQuestion = v.InferOutput<typeof ratingQuestionSchema>

const STARS_EXPECTED = `A rating is a whole number of stars from 1 to ${MAX_STARS}.`
export const guestRatingRequestSchema = v.object({
  stars: v.pipe(
    v.number(STARS_EXPECTED),
    v.integer(STARS_EXPECTED),
    v.minValue(1, STARS_EXPECTED),
    v.maxValue(MAX_STARS, STARS_EXPECTED),
  ),
})
export const guestRatingSchema = v.object({ rating: ratingQuestionSchema })

/** What a guest reads of their chat. */
export function guestReadingSchema(chatId: string) {
  return v.object({ messages: messageListSchema(chatId), rating: v.nullable(ratingQuestionSchema) })
}
