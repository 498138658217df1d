import { isBlank } from '#src/domain/text/blank.ts'
import { readNewlines } from '#src/contract/chats.ts'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { failInvalid, failTooLarge } from '../errors.ts'

/**
 * A message's text as it is stored: newlines as `\n` (CONTRACT section 5).
 *
 * @throws ApiError 422 blank or not storable, 413 over 8,000 characters.
 */
export function parseMessageText(text: string): string {
  const stored = readNewlines(text)
  if (isBlank(stored)) throw failInvalid('The message is empty.')
  if (stored.length > MAX_MESSAGE_CHARS) {
    throw failTooLarge(`The message is longer than ${MAX_MESSAGE_CHARS} characters.`)
  }
  if (stored.includes('\0')) throw failInvalid('The message holds characters that are no text.')
  return stored
}
