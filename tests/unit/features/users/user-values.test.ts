import { describe, expect, it } from 'vitest'
import { ROLES } from '#src/domain/roles.ts'
import {
  checkFbid,
  explainPassword,
  findLastAdmin,
  isSocial,
  readNewUser,
  readRole,
  readUserPatch,
} from '#src/features/users/user-values.ts'

describe('a new user, as the server is sent', () => {
  it('is a name and a password as it was typed', () => {
    const values = { username: ' nadja ', unsafePassword: ' a b ', fbid: '7' }
    expect(readNewUser(values)).toEqual({ name: 'nadja', unsafePassword: ' a b ' })
  })

  it.each(['facebooklogin', ' facebooklogin ', 'FacebookLogin'])(
    'as “%s” is a Facebook ID alone',
    (username) => {
      expect(isSocial({ username })).toBe(true)
      expect(readNewUser({ username, unsafePassword: 'left over', fbid: ' 42 ' })).toEqual({ fbid: '42' })
    },
  )

  it.each(['', 'facebook', 'facebooklogin2'])('as “%s” is no social one', (username) => {
    expect(isSocial({ username })).toBe(false)
  })
})

describe('the environment’s refusal', () => {
  it('of a password stands at its field', () => {
    const message = 'The password is one of those that are guessed first. Choose another one.'
    expect(explainPassword({ kind: 'refused', message })).toEqual({
      kind: 'refused',
      message,
      field: 'unsafePassword',
    })
  })

  it('of anything else, and what is none, stays as it is', () => {
    const taken = { kind: 'refused', message: "There is a user with the username 'ana' already." } as const
    expect(explainPassword(taken)).toBe(taken)
    const done = { kind: 'done', row: 1 } as const
    expect(explainPassword(done)).toBe(done)
  })
})

describe('a Facebook ID (specification section 5)', () => {
  const users = [{ fbid: null }, { fbid: 'Ab12' }]

  it.each(['Ab12', 'ab12', ' AB12 '])('“%s” is in the list already', (fbid) => {
    expect(checkFbid(fbid, users)).toBe('User with such FBID already exists.')
  })

  it.each(['..', 'a/b', 'a b', '7?x=1'])('“%s” is none', (fbid) => {
    expect(checkFbid(fbid, users)).toBe('A Facebook ID has digits and letters only.')
  })

  it.each(['10158', 'fb-ana', 'x_1'])('“%s” can be added', (fbid) => {
    expect(checkFbid(fbid, users)).toBeNull()
  })
})

describe('what is changed in a row', () => {
  it('has the role as its number, and nothing that was not touched', () => {
    expect(readUserPatch({ role: '3' })).toEqual({ role: ROLES.operator })
    expect(readUserPatch({ role: '0' })).toEqual({ role: ROLES.agent })
    expect(readUserPatch({ username: ' oskar ' })).toEqual({ username: 'oskar' })
    expect(readUserPatch({ unsafePassword: ' keep blanks ' })).toEqual({ unsafePassword: ' keep blanks ' })
  })

  it.each(['', '5', 'admin', '1.0', ' 1', null, 3])('%j is no choice of a role', (value) => {
    expect(readRole(value)).toBeNull()
  })
})

describe('the last admin', () => {
  const admin = { id: 'a', role: ROLES.admin }

  it('is the only one of that role', () => {
    expect(findLastAdmin([{ id: 'o', role: ROLES.operator }, admin])).toBe('a')
  })

  it('is nobody where there are several, or none to be seen', () => {
    expect(findLastAdmin([admin, { id: 'b', role: ROLES.admin }])).toBeNull()
    expect(findLastAdmin([{ id: 'x', role: null }])).toBeNull()
    expect(findLastAdmin([])).toBeNull()
  })
})
