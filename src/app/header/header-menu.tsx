import { Menu } from '@mantine/core'
import { HandoverList } from '#src/features/messenger/handover/handover-list.tsx'
import { AccountMenu } from '#src/features/session/account-menu.tsx'
import { EnvironmentItems } from '#src/features/session/environment-items.tsx'
import type { MenuButton } from '#src/ui/deferred-menu.tsx'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { hasRole } from '#src/domain/roles.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { useStore } from '#src/lib/use-store.ts'
import { VERSION } from '#src/lib/version.ts'
import { useApp } from '../app-context.ts'
import { NavItems } from './nav-items.tsx'

/** Where the header has no room for everything, the menu has the rest: as in header.module.css. */
const IS_NARROW = '(max-width: 999px)'

/** The header's menu: on small screens the way to everything, for admins the environment too, and for all the way out. */
export function HeaderMenu({ button }: { button: MenuButton }) {
  const app = useApp()
  const { role } = useWorkspace().user
  const isNarrow = useMedia(IS_NARROW)
  const isAdmin = hasRole(role, 'admin')
  const { theme, chooseTheme } = app.preferences
  return (
    <AccountMenu
      button={button}
      isPersisted={useStore(app.isPersisted)}
      theme={useStore(theme)}
      onTheme={chooseTheme}
      onSignOut={app.signOut}
      handover={HandoverList}
      way={<NavItems isNarrow={isNarrow} />}
    >
      {isNarrow && isAdmin && (
        <>
          <EnvironmentItems environments={app.environments} readElsewhere={app.readElsewhere} />
          <Menu.Label>{`Version ${VERSION}`}</Menu.Label>
          <Menu.Divider />
        </>
      )}
    </AccountMenu>
  )
}
