import { useContext, type ComponentType } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { mayBlockGuests } from '#src/domain/roles.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import type { Deferred } from '#src/lib/deferred.ts'
import { useStore } from '#src/lib/use-store.ts'
import { IconButton } from '#src/ui/button.tsx'
import { DeferredMenu, type MenuButton } from '#src/ui/deferred-menu.tsx'

interface GuestMenuTarget {
  guestId: string
  name: string
  isBlocked: boolean
  /** The guest is removed; their chats leave the list by themselves. */
  onDeleted(): void
}

export interface GuestMenuProps extends GuestMenuTarget {
  button: MenuButton
}

/** The menu with its calls, as the app puts it together. */
export type GuestMenu = Deferred<ComponentType<GuestMenuProps>>

interface GuestMenuButtonProps extends Omit<GuestMenuTarget, 'guestId'> {
  menu: GuestMenu
  guestId: string | null
}

/** The way to what may be done about a guest; nothing where there is no such thing, or not for this person. */
export function GuestMenuButton({ menu, guestId, ...target }: GuestMenuButtonProps) {
  const hasGuests = useStore(useContext(CapabilitiesContext)).guests
  const { role } = useWorkspace().user
  if (guestId === null || !hasGuests || !mayBlockGuests(role)) return null
  return (
    <DeferredMenu
      menu={menu}
      given={{ guestId, ...target }}
      button={<IconButton icon="more" label="Guest actions" />}
    />
  )
}
