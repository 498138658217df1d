import * as v from 'valibot'

/** The guest page's calls (CONTRACT section 8). */
export const guestSessionRequestSchema = v.object({
  displayName: v.optional(v.pipe(v.string(), v.maxLength(500))),
  demoChat: v.optional(v.string()),
})
export const guestSessionSchema = v.object({ token: v.string(), chatId: v.string(), guestId: v.string() })
export const guestMessageRequestSchema = v.object({ text: v.string() })
