import * as v from 'valibot'
import { clearableSchema, MAX_ID_CHARS, secretSchema, wordsSchema } from '../../http/text-schemas.ts'

const MAX_NAME_CHARS = 100
/** As for users, whose sign-in takes no longer ones. */
const MAX_USERNAME_CHARS = 200
const MAX_PASSWORD_CHARS = 1_000

/** The states that there are (CONTRACT section 6): 2 active, 3 break, else inactive. */
export const ASSIGNEE_STATUSES = [
  { id: 1, name: 'Inactive' },
  { id: 2, name: 'Active' },
  { id: 3, name: 'Break' },
]

/** The console knows these words, and says its own in their place (specification section 5). */
const BAD_TELEPHONE = "Telephone number can't be blank"
/** Digits with an optional `+`, as long as numbers are (E.164), after the signs that people put between them. */
const TELEPHONE = /^\+?\d{7,15}$/
const SEPARATORS = /[\s().-]/g

/** The specification's forms make numbers of telephone numbers. */
const numericSchema = v.pipe(v.number(), v.minValue(0, BAD_TELEPHONE), v.transform(String))
const telephoneSchema = v.pipe(
  v.union([v.string(), numericSchema], BAD_TELEPHONE),
  v.transform((text) => text.replace(SEPARATORS, '')),
  v.regex(TELEPHONE, BAD_TELEPHONE),
)
const statusSchema = v.pipe(
  v.number('The status is no number.'),
  v.check((id) => ASSIGNEE_STATUSES.some((status) => status.id === id), 'There is no such status.'),
)
const more = {
  username: clearableSchema('The username', MAX_USERNAME_CHARS),
  password: secretSchema('The password', MAX_PASSWORD_CHARS),
  queueId: clearableSchema('The department', MAX_ID_CHARS),
  statusId: v.optional(statusSchema),
}

/** `POST /api/ticketing/Agents/`. */
export const newAssigneeSchema = v.object({
  name: wordsSchema('The display name', MAX_NAME_CHARS),
  telephoneNumber: v.optional(telephoneSchema, ''),
  ...more,
})

/** `PUT …/{id}`: what is absent stays. */
export const assigneePatchSchema = v.object({
  name: v.optional(wordsSchema('The display name', MAX_NAME_CHARS)),
  telephoneNumber: v.optional(telephoneSchema),
  ...more,
})
