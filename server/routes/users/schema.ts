import * as v from 'valibot'
import { failInvalid } from '../../errors.ts'
import { FACEBOOK_USERNAME } from '../../auth/sign-in.ts'
import { clearableSchema, passwordSchema, secretSchema, wordsSchema } from '../../http/text-schemas.ts'

/** As the sign-in takes them (`src/contract/auth.ts`). */
const MAX_USERNAME_CHARS = 200
const MAX_PASSWORD_CHARS = 1_000
const MAX_NAME_CHARS = 100
const MAX_FBID_CHARS = 100

const usernameSchema = v.pipe(
  wordsSchema('The username', MAX_USERNAME_CHARS),
  v.check(
    (username) => username.toLowerCase() !== FACEBOOK_USERNAME,
    `The username ${FACEBOOK_USERNAME} stands for signing in through Facebook.`,
  ),
)
const roleSchema = v.picklist([0, 1, 2, 3, 4], 'The role is none of the numbers from 0 to 4.')

/** `POST /api/admin/users`: `name` is the username (CONTRACT section 3). */
export const newUserSchema = v.object({
  name: usernameSchema,
  unsafePassword: passwordSchema('The password', MAX_PASSWORD_CHARS),
  role: v.optional(roleSchema, 0),
})

/** `PUT /api/admin/users/{id}`: the user with what is to be changed; an empty password leaves it alone. */
export const userPatchSchema = v.object({
  username: v.optional(usernameSchema),
  name: v.optional(wordsSchema('The name', MAX_NAME_CHARS)),
  role: v.optional(roleSchema),
  fbid: clearableSchema('The Facebook ID', MAX_FBID_CHARS),
  unsafePassword: secretSchema('The password', MAX_PASSWORD_CHARS),
})

const fbidSchema = wordsSchema('The Facebook ID', MAX_FBID_CHARS)

/** The id of an address. Throws 422. */
export function parseFbid(text: string): string {
  const parsed = v.safeParse(fbidSchema, text)
  if (!parsed.success) throw failInvalid(parsed.issues[0].message)
  return parsed.output
}
