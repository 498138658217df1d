import { isRedirect } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { guardCampaignList, guardRole, guardScreen } from '#src/app/guard-screen.ts'
import { ROLES, type Role, type RoleName } from '#src/domain/roles.ts'
import { SCREENS } from '#src/domain/screens.ts'

const ALL: readonly Role[] = Object.values(ROLES)

/** Where a guard leads: null where it lets in. */
function leadTo(guard: () => void): unknown {
  try {
    guard()
    return null
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    const options: { to?: unknown; search?: unknown; replace?: unknown } = thrown.options
    return { to: options.to, search: options.search, replace: options.replace }
  }
}

const MESSENGER = { to: '/messenger', search: { chatFilter: 'all', chatType: 'all' }, replace: true }

describe('the guards of the routes (specification section 2)', () => {
  it.each(Object.keys(ROLES) as RoleName[])(
    'least role %s: below it the messenger, from it on the screen',
    (least) => {
      for (const role of ALL) {
        expect(leadTo(() => guardRole(role, least))).toEqual(role >= ROLES[least] ? null : MESSENGER)
      }
    },
  )

  it.each(SCREENS)('$path asks for $least', ({ id, least }) => {
    for (const role of ALL) {
      expect(leadTo(() => guardScreen(id)({ context: { role } }))).toEqual(
        role >= ROLES[least] ? null : MESSENGER,
      )
    }
  })

  it('the list of campaigns is the admins’; who may only write campaigns is led to a new one', () => {
    const leads = (role: Role) => leadTo(() => guardCampaignList({ context: { role } }))
    expect(leads(ROLES.admin)).toBeNull()
    for (const role of [ROLES.marketing, ROLES.operator])
      expect(leads(role)).toEqual({ to: '/cronCampaigns/add', replace: true })
    for (const role of [ROLES.agent, ROLES.manager]) expect(leads(role)).toEqual(MESSENGER)
  })
})
