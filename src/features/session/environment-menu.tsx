import { Menu } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { EnvironmentItems, type EnvironmentItemsProps } from './environment-items.tsx'
import type { MenuButton } from './late-menu.tsx'
import styles from './menu.module.css'

export type EnvironmentMenuProps = EnvironmentItemsProps

/** The environments to choose from, below the switcher's button. */
export function EnvironmentMenu({ button, ...items }: EnvironmentMenuProps & { button: MenuButton }) {
  return (
    <Menu
      defaultOpened
      position="bottom-start"
      offset={8}
      width={300}
      classNames={{ item: styles.item, dropdown: styles.dropdown }}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <EnvironmentItems {...items} />
      </Menu.Dropdown>
    </Menu>
  )
}
