import { describe, expect, it } from 'vitest'
import type { ListedUser } from '#src/contract/users.ts'
import { ROLES, type Role } from '#src/domain/roles.ts'
import { declareUsers } from '#src/features/users/declare-users.ts'
import { createAddForm, viewAddForm } from '#src/ui/list/form/add-form.ts'
import {
  canChange,
  canDelete,
  explainKept,
  findColumn,
  listFormColumns,
  listTableColumns,
  readFlags,
} from '#src/ui/list/declare-list.ts'
import { describeCell } from '#src/ui/list/describe-value.ts'

const ADA = makeUser('ada', ROLES.admin)
const BEN = makeUser('ben', ROLES.admin)
const CLEO = makeUser('cleo', ROLES.operator, { fbid: '42' })

function makeUser(id: string, role: Role | null, fields: Partial<ListedUser> = {}): ListedUser {
  const times = { createdAt: null, updatedAt: null, lastLogin: null }
  return { id, username: id, name: id, role, fbid: null, ...times, ...fields }
}

const declare = (...users: ListedUser[]) => declareUsers({ myId: 'ada', users })

/** Whether the role of a user may be changed in a list of users. */
function canChangeRole(users: ListedUser[], user: ListedUser): boolean {
  const definition = declare(...users)
  const role = findColumn(definition, 'role')
  if (!role) throw new Error('there is no role')
  return canChange(definition, role, user)
}

function askRole(user: ListedUser, value: string) {
  return findColumn(declare(ADA, BEN, CLEO), 'role')?.ask?.(value, { row: user, values: {} })
}

describe('the list of users (specification section 2)', () => {
  it('has its columns in their order, and roles by name', () => {
    const definition = declare(ADA, CLEO)
    const columns = listTableColumns(definition)
    expect(columns.map(({ header }) => header)).toEqual([
      'Username',
      'Password',
      'Role',
      'Created',
      'Updated',
      'Last login',
    ])
    const role = columns[2]
    expect(role && describeCell(role, CLEO)).toBe('Operator')
    expect(role?.options?.map(({ label }) => label)).toEqual([
      'Agent',
      'Manager',
      'Marketing',
      'Operator',
      'Admin',
    ])
  })

  it('has no sign-in data in fields of its own, which browsers fill and it would save; its form has them', () => {
    const definition = declare(ADA, CLEO)
    const isHere = ({ canEdit }: { canEdit?: string }) => canEdit === 'here'
    expect(
      listTableColumns(definition)
        .filter(isHere)
        .map(({ key }) => key),
    ).toEqual(['role'])
    expect(readFlags(definition).hasEdit).toBe(true)
    const fields = listFormColumns(definition, 'edit').map(({ key, signIn }) => [key, signIn])
    expect(fields).toEqual([
      ['username', 'username'],
      ['unsafePassword', undefined],
      ['role', undefined],
    ])
  })

  it('keeps the last admin, with the reason, and lets everything else of them be changed', () => {
    const definition = declare(ADA, CLEO)
    expect(canDelete(definition, ADA)).toBe(false)
    expect(explainKept(definition, ADA)).toMatch(/^The last admin/)
    expect(canChangeRole([ADA, CLEO], ADA)).toBe(false)
    const username = findColumn(definition, 'username')
    expect(username && canChange(definition, username, ADA)).toBe(true)
    expect(canDelete(definition, CLEO)).toBe(true)
    expect(canChangeRole([ADA, CLEO], CLEO)).toBe(true)
  })

  it('lets go of an admin once there is another, whatever their row was marked as before', () => {
    const marked = { ...ADA, undeletable: true }
    expect(canDelete(declare(marked, BEN), marked)).toBe(true)
    expect(canChangeRole([marked, BEN], marked)).toBe(true)
  })

  it('keeps whom the environment keeps for a reason of its own', () => {
    const kept = { ...CLEO, undeletable: true }
    expect(explainKept(declare(ADA, kept), kept)).toBe(
      'The environment keeps this user: they can not be removed.',
    )
  })

  it('asks before one’s own role or removal, and before nobody else’s', () => {
    expect(askRole(ADA, '3')?.words).toMatch(/^You are about to make yourself an Operator\./)
    expect(askRole(ADA, '1')?.words).toMatch(/^You are about to make yourself a Manager\./)
    expect(askRole(ADA, '4')).toBeNull()
    expect(askRole(BEN, '0')).toBeNull()
    const definition = declare(ADA, BEN)
    expect(definition.askRemoval?.(ADA)?.words).toMatch(/^You are about to remove yourself\./)
    expect(definition.askRemoval?.(BEN)).toBeNull()
  })
})

describe('the add form (specification section 5)', () => {
  function fill(values: Record<string, string>) {
    const definition = declare(ADA, CLEO)
    const form = createAddForm<ListedUser>({
      read: () => {
        throw new Error('nothing is sent')
      },
      now: () => 0,
    })
    for (const [key, value] of Object.entries(values)) form.type(key, value)
    const { columns, errors, problems } = viewAddForm(definition, form.state.get())
    const isReady = Object.keys(problems).length === 0
    return { fields: columns.map(({ header }) => header), errors, isReady }
  }

  it.each([
    [{}, false],
    [{ username: 'nadja' }, false],
    [{ username: 'nadja', unsafePassword: '  ' }, false],
    [{ username: '  ', unsafePassword: 'tin roof rain' }, false],
    [{ username: 'nadja', unsafePassword: 'tin roof rain' }, true],
    [{ username: 'n'.repeat(10_000), unsafePassword: 'tin roof rain' }, false],
  ])('needs both: %j', (values, isReady) => {
    expect(fill(values)).toMatchObject({ fields: ['Username', 'Password'], isReady })
  })

  it.each([
    ['nadja', 'too short', /^The password needs at least 10 characters/],
    ['nadja.petrova', 'Nadja.Petrova', /^The password can’t be the username/],
  ])('says at the field what is wrong with the password of %s: %s', (username, unsafePassword, words) => {
    const { isReady, errors } = fill({ username, unsafePassword })
    expect([isReady, errors['unsafePassword']]).toEqual([false, expect.stringMatching(words)])
  })

  it('needs a Facebook ID, and one that is nobody’s, in place of a password for facebooklogin', () => {
    expect(fill({ username: 'facebooklogin' })).toMatchObject({
      fields: ['Username', 'Facebook ID'],
      isReady: false,
    })
    expect(fill({ username: 'facebooklogin', fbid: '7' }).isReady).toBe(true)
    expect(fill({ username: 'facebooklogin', fbid: '42' })).toMatchObject({
      isReady: false,
      errors: { fbid: 'User with such FBID already exists.' },
    })
  })
})
