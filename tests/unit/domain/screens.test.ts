import { describe, expect, it } from 'vitest'
import { hasRole, ROLES, type Role } from '#src/domain/roles.ts'
import { SCREENS, screensFor } from '#src/domain/screens.ts'

const ALL_ROLES: readonly Role[] = Object.values(ROLES)

describe('the screens (specification section 2)', () => {
  it('have an address and a name of their own', () => {
    const paths = SCREENS.map(({ path }) => path)
    expect(new Set(paths).size).toBe(SCREENS.length)
    expect(new Set(SCREENS.map(({ title }) => title)).size).toBe(SCREENS.length)
    expect(paths.every((path) => path.startsWith('/'))).toBe(true)
  })

  it.each(ALL_ROLES)('role %s may open just those whose least role it reaches', (role) => {
    const allowed = SCREENS.filter(({ least }) => hasRole(role, least)).map(({ id }) => id)
    expect(screensFor(role).map(({ id }) => id)).toEqual(allowed)
  })

  it('everybody may open the messenger and what they have not sent yet', () => {
    for (const role of ALL_ROLES) {
      expect(screensFor(role).map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/messenger', '/unsent']),
      )
    }
  })

  it('are listed by their place in the navigation', () => {
    for (const nav of ['main', 'config', 'none'] as const) {
      expect(screensFor(ROLES.admin, nav)).toEqual(SCREENS.filter((screen) => screen.nav === nav))
    }
  })
})
