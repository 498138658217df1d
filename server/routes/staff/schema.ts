import * as v from 'valibot'
import { isStorableText } from '../../text.ts'

const MAX_ID_CHARS = 200

/** `POST /api/takeover/pass/{chatId}` (CONTRACT section 2, staff). */
export const passSchema = v.object({
  userId: v.pipe(
    v.string('The colleague is missing.'),
    v.minLength(1, 'The colleague is missing.'),
    v.maxLength(MAX_ID_CHARS, 'This colleague is not there any more.'),
    v.check(isStorableText, 'This colleague is not there any more.'),
  ),
})
