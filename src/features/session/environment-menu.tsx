import { EnvironmentItems, type EnvironmentItemsProps } from './environment-items.tsx'
import type { MenuButton } from '#src/ui/deferred-menu.tsx'
import { MenuFrame } from '#src/ui/menu-frame.tsx'

export type EnvironmentMenuProps = EnvironmentItemsProps

/** The environments to choose from, below the switcher's button. */
export function EnvironmentMenu({ button, ...items }: EnvironmentMenuProps & { button: MenuButton }) {
  return (
    <MenuFrame button={button} position="bottom-start" width={300}>
      <EnvironmentItems {...items} />
    </MenuFrame>
  )
}
