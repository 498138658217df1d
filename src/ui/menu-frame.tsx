import { Menu } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { cloneElement, useRef, type ReactNode } from 'react'
import type { MenuButton } from './deferred-menu.tsx'
import { Mantine } from './mantine.tsx'
import styles from './menu-frame.module.css'

interface MenuFrameProps {
  button: MenuButton
  position: 'bottom-start' | 'bottom-end' | 'top-end'
  /** px. */
  width: number
  children: ReactNode
}

/** A menu, open as soon as it is there. Closed, it leaves the focus at its button. */
export function MenuFrame({ button, position, width, children }: MenuFrameProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Mantine>
      <Menu
        defaultOpened
        position={position}
        offset={8}
        width={width}
        classNames={{ item: styles.item, dropdown: styles.dropdown }}
        transitionProps={{ duration: 0 }}
        // A menu holds items only: the first of them has the focus.
        withInitialFocusPlaceholder={false}
        // Of a menu that was born open it would give the focus back to nothing.
        returnFocus={false}
        onClose={() => trigger.current?.focus({ preventScroll: true })}
      >
        <Menu.Target>{cloneElement(button, { ref: trigger })}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </Mantine>
  )
}
