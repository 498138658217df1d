import { MenuFrame } from '#src/ui/menu-frame.tsx'
import type { MenuButton } from '#src/ui/deferred-menu.tsx'
import { NavItems } from './nav-items.tsx'

/** All screens, from the bar of a phone, which has room for some of them. */
export function MoreMenu({ button }: { button: MenuButton }) {
  return (
    <MenuFrame button={button} position="top-end" width={260}>
      <NavItems isNarrow isLast />
    </MenuFrame>
  )
}
