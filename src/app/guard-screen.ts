import { redirect } from '@tanstack/react-router'
import { WHOLE_LIST } from '#src/features/messenger/search.ts'
import { hasRole, type Role, type RoleName } from '#src/domain/roles.ts'
import { SCREENS, type ScreenId } from '#src/domain/screens.ts'

/** What the guards know of the signed-in person. */
export interface RouterContext {
  role: Role
}

/** A route's `beforeLoad`: lets in whoever has the screen's least role. */
export function guardScreen(id: ScreenId) {
  const { least } = SCREENS.find((screen) => screen.id === id) ?? NOBODYS
  return ({ context }: { context: RouterContext }) => guardRole(context.role, least)
}

/** Leads to the messenger, which is everybody's, where the least role is not met (specification section 2). */
export function guardRole(role: Role, least: RoleName): void {
  // The router takes a redirect as something thrown.
  if (!hasRole(role, least)) throw redirect({ to: '/messenger', search: WHOLE_LIST, replace: true })
}

/** The list of campaigns is the admins'; who may only write campaigns begins with a new one. */
export function guardCampaignList({ context }: { context: RouterContext }): void {
  guardScreen('campaigns')({ context })
  if (!hasRole(context.role, 'admin')) throw redirect({ to: '/cronCampaigns/add', replace: true })
}

const NOBODYS = { least: 'admin' } as const
