import * as v from 'valibot'
import { MAX_TICKET_CHARS, MAX_TICKET_ROOM_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import { isTicketStatus } from '#src/contract/tickets.ts'
import { isStorableText } from '../../text.ts'

const MAX_ID_CHARS = 200

/** A text that says something and can be stored; surrounding space goes. */
const wordsSchema = (name: string, maxChars: number) =>
  v.pipe(
    v.string(`${name} is missing.`),
    v.trim(),
    v.minLength(1, `${name} is empty.`),
    v.maxLength(maxChars, `${name} is longer than ${maxChars} characters.`),
    v.check(isStorableText, `${name} holds characters that are no text.`),
  )
/** What may be left out; null and an empty text mean the same. */
const optionalSchema = (name: string, maxChars: number) =>
  v.pipe(
    v.optional(
      v.nullable(
        v.pipe(
          v.string(`${name} is no text.`),
          v.trim(),
          v.maxLength(maxChars, `${name} is longer than ${maxChars} characters.`),
          v.check(isStorableText, `${name} holds characters that are no text.`),
        ),
      ),
      null,
    ),
    v.transform((text) => text || null),
  )

const fields = {
  queueId: wordsSchema('The department', MAX_ID_CHARS),
  description: wordsSchema('The request', MAX_TICKET_CHARS),
  title: wordsSchema('The location', MAX_TICKET_TITLE_CHARS),
  status: v.optional(
    v.pipe(
      v.string('The status is no text.'),
      v.check(isTicketStatus, 'The status is none of open, assigned, blocked and closed.'),
    ),
    'open',
  ),
  guestId: optionalSchema('The guest', MAX_ID_CHARS),
  __room: optionalSchema('The room', MAX_TICKET_ROOM_CHARS),
}

/** `POST /api/add-ticket` of the specification alone: whatever `staff` adds is not looked at (CONTRACT section 2). */
export const plainTicketSchema = v.object(fields)

/** `POST /api/add-ticket` (CONTRACT section 6). */
export const addTicketSchema = v.object({
  ...fields,
  chatId: optionalSchema('The chat', MAX_ID_CHARS),
  agentId: optionalSchema('The assignee', MAX_ID_CHARS),
})
