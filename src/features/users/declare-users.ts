import type { ListedUser } from '#src/contract/users.ts'
import { describeRole, ROLES, type Role } from '#src/domain/roles.ts'
import type { ListDefinition, Question } from '#src/ui/list/declare-list.ts'
import { checkFbid, checkPassword, findLastAdmin, isSocial, readRole } from './user-values.ts'

/** As the sign-in takes them (`src/contract/auth.ts`). */
const MAX_USERNAME_CHARS = 200
const MAX_PASSWORD_CHARS = 1_000
const MAX_FBID_CHARS = 100

const LAST_ADMIN =
  'The last admin: can be neither removed nor given another role. Make somebody else an admin first.'
const KEPT = 'The environment keeps this user: they can not be removed.'
const ROLE_OPTIONS = Object.values(ROLES).map((role) => ({ value: String(role), label: describeRole(role) }))

interface UsersContext {
  /** Whose screen it is: what they do to themselves is asked first. */
  myId: string
  users: readonly ListedUser[]
}

/** The list of users with its forms (specification sections 2 and 5): in the list itself, only roles are changed. */
export function declareUsers({ myId, users }: UsersContext): ListDefinition<ListedUser> {
  const lastAdmin = findLastAdmin(users)
  const isLastAdmin = ({ id }: ListedUser) => id === lastAdmin
  return {
    type: 'users',
    title: 'Users',
    noun: { one: 'user', many: 'users' },
    isUrlDriven: true,
    hasEdit: true,
    loading: 'words',
    idOf: ({ id }) => id,
    nameOf: ({ username, name }) => username || name || 'a user without a name',
    explainKept(user) {
      if (isLastAdmin(user)) return LAST_ADMIN
      // An admin was marked as the last one before there was another.
      return user.undeletable === true && user.role !== ROLES.admin ? KEPT : null
    },
    askRemoval: ({ id }) => (id === myId ? OWN_REMOVAL : null),
    columns: [
      {
        key: 'username',
        header: 'Username',
        kind: 'text',
        canEdit: 'form',
        signIn: 'username',
        isRequired: true,
        maxChars: MAX_USERNAME_CHARS,
        read: ({ username }) => username,
      },
      {
        key: 'unsafePassword',
        header: 'Password',
        kind: 'password',
        canEdit: 'form',
        isRequired: true,
        maxChars: MAX_PASSWORD_CHARS,
        isShown: (values) => !isSocial(values),
        validate: checkPassword,
        width: '88px',
        // Who signs in through the social network has none, unless an admin gave them one.
        read: ({ fbid }) => fbid === null,
      },
      {
        key: 'fbid',
        header: 'Facebook ID',
        kind: 'text',
        canEdit: 'form',
        inTable: false,
        inEdit: false,
        isRequired: true,
        maxChars: MAX_FBID_CHARS,
        hint: 'They sign in with Facebook and need no password here.',
        isShown: isSocial,
        validate: (fbid) => checkFbid(fbid, users),
        read: ({ fbid }) => fbid,
      },
      {
        key: 'role',
        header: 'Role',
        kind: 'select',
        canEdit: 'here',
        inAdd: false,
        isRequired: true,
        options: ROLE_OPTIONS,
        canChange: (user) => !isLastAdmin(user),
        ask: (value, { row }) => (row?.id === myId ? askOwnRole(readRole(String(value))) : null),
        read: ({ role }) => (role === null ? '' : String(role)),
      },
      { key: 'createdAt', header: 'Created', kind: 'niceDate', read: ({ createdAt }) => createdAt },
      { key: 'updatedAt', header: 'Updated', kind: 'niceDate', read: ({ updatedAt }) => updatedAt },
      { key: 'lastLogin', header: 'Last login', kind: 'niceDate', read: ({ lastLogin }) => lastLogin },
    ],
  }
}

const OWN_REMOVAL: Question = {
  title: 'Remove yourself?',
  words:
    'You are about to remove yourself. You are signed out and can not sign in again, and what you have not sent yet is ' +
    'never sent. Chats that you hold go back to the bot.',
  confirmLabel: 'Remove myself',
}

/** Asked before one's own role goes; null where it stays an admin's. */
function askOwnRole(role: Role | null): Question | null {
  if (role === null || role === ROLES.admin) return null
  const name = describeRole(role)
  return {
    title: 'Change your own role?',
    words:
      `You are about to make yourself ${startsWithVowel(name) ? 'an' : 'a'} ${name}. This screen and everything else that ` +
      'is for admins closes for you at once, and only another admin can give it back.',
    confirmLabel: `Become ${name}`,
  }
}

function startsWithVowel(word: string): boolean {
  return /^[aeiou]/i.test(word)
}
