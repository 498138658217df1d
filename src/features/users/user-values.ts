import type { ListedUser, NewUser, UserPatch } from '#src/contract/users.ts'
import { ROLES, type Role } from '#src/domain/roles.ts'
import { isSocialSignIn } from '#src/domain/social-sign-in.ts'
import { explainWeakPassword } from '#src/domain/staff/new-password.ts'
import type { FieldValue, FieldValues } from '#src/ui/list/field-values.ts'
import type { WriteResult } from '#src/ui/list/list-source.ts'

/** Said before any call, and by the environment of an id that came meanwhile (specification section 5). */
const KNOWN_FBID = 'User with such FBID already exists.'
const ODD_FBID = 'A Facebook ID has digits and letters only.'
/** What an address takes as it is: a dot alone would lead elsewhere. */
const FBID = /^[\w-]+$/
/** How the environment's refusals of a password begin (`server/auth/new-password.ts`). */
const ABOUT_PASSWORD = /^The password\b/
const EVERY_ROLE: readonly Role[] = Object.values(ROLES)

/** Whether a form's username stands for a sign-in through the social network: then there is an id and no password. */
export function isSocial(values: FieldValues): boolean {
  return isSocialSignIn(readText(values['username']).toLowerCase())
}

/** What is wrong with a Facebook ID; null: nothing. The environment takes no account of its letters' case either. */
export function checkFbid(fbid: FieldValue, users: readonly Pick<ListedUser, 'fbid'>[]): string | null {
  const wanted = readText(fbid).trim().toLowerCase()
  if (users.some((user) => user.fbid?.toLowerCase() === wanted)) return KNOWN_FBID
  return FBID.test(wanted) ? null : ODD_FBID
}

/** What is wrong with a new password; null: nothing. Whether it is a common one is the environment's to say. */
export function checkPassword(password: FieldValue, values: FieldValues): string | null {
  return explainWeakPassword(readText(password), readText(values['username']))
}

/** The environment's refusal of a password, in its own words, at the field that it is about. */
export function explainPassword<Row>(result: WriteResult<Row>): WriteResult<Row> {
  if (result.kind !== 'refused' || !ABOUT_PASSWORD.test(result.message)) return result
  return { ...result, field: 'unsafePassword' }
}

/** What the add form says, as the server is sent it. */
export function readNewUser(values: FieldValues): NewUser {
  if (isSocial(values)) return { fbid: readText(values['fbid']).trim() }
  return { name: readText(values['username']).trim(), unsafePassword: readText(values['unsafePassword']) }
}

/** What was changed in a row, as the server is sent it: roles as their numbers. */
export function readUserPatch({ username, role, unsafePassword }: FieldValues): UserPatch {
  const level = readRole(role)
  return {
    ...(typeof username === 'string' && { username: username.trim() }),
    ...(level !== null && { role: level }),
    ...(typeof unsafePassword === 'string' && { unsafePassword }),
  }
}

/** The role that a choice stands for; null for none. */
export function readRole(value: FieldValue | undefined): Role | null {
  return EVERY_ROLE.find((role) => String(role) === value) ?? null
}

/**
 * The id of the only admin, who can be neither removed nor demoted (CONTRACT section 6); null where there are several. By the
 * list itself, in which a role is seen at once: a mark of the environment's is as old as its row.
 */
export function findLastAdmin(users: readonly Pick<ListedUser, 'id' | 'role'>[]): string | null {
  const admins = users.filter(({ role }) => role === ROLES.admin)
  return admins.length === 1 ? (admins[0]?.id ?? null) : null
}

function readText(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
