import * as v from 'valibot'
import { MAX_TICKET_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import { isTicketStatus } from '#src/contract/tickets.ts'

const MAX_ID_CHARS = 200
const MAX_ROOM_CHARS = 50

/** A text that says something and can be stored; surrounding space goes. */
const wordsSchema = (name: string, maxChars: number) =>
  v.pipe(
    v.string(`${name} is missing.`),
    v.trim(),
    v.minLength(1, `${name} is empty.`),
    v.maxLength(maxChars, `${name} is longer than ${maxChars} characters.`),
    v.check((text) => !text.includes('\0'), `${name} holds characters that are no text.`),
  )
const optionalIdSchema = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_ID_CHARS))), null)

/** `POST /api/add-ticket` (CONTRACT section 6). */
export const addTicketSchema = v.object({
  queueId: wordsSchema('The department', MAX_ID_CHARS),
  description: wordsSchema('The request', MAX_TICKET_CHARS),
  title: wordsSchema('The location', MAX_TICKET_TITLE_CHARS),
  status: v.optional(
    v.pipe(v.string(), v.check(isTicketStatus, 'The status is none of open, assigned, blocked and closed.')),
    'open',
  ),
  guestId: optionalIdSchema,
  __room: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_ROOM_CHARS))), null),
  chatId: optionalIdSchema,
  agentId: optionalIdSchema,
})
export type AddTicket = v.InferOutput<typeof addTicketSchema>
