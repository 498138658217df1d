import { redirect } from '@tanstack/react-router'
import { WHOLE_LIST } from '#src/features/messenger/search.ts'
import type { Role } from '#src/domain/roles.ts'
import { canOpen, type ScreenId } from '#src/domain/screens.ts'

/** What the guards know of the signed-in person. */
export interface RouterContext {
  role: Role
}

/** A screen whose least role is not met leads to the messenger, which is everybody's (specification section 2). */
export function guardScreen(id: ScreenId) {
  return ({ context }: { context: RouterContext }) => {
    // The router takes a redirect as something thrown.
    if (!canOpen(context.role, id)) throw redirect({ to: '/messenger', search: WHOLE_LIST, replace: true })
  }
}
