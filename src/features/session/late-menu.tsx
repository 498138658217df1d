import {
  cloneElement,
  useState,
  type ButtonHTMLAttributes,
  type ComponentType,
  type ReactElement,
  type Ref,
} from 'react'
import { useLate } from '#src/lib/use-late.ts'
import styles from './late-menu.module.css'

export type MenuButton = ReactElement<
  ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }
>

interface LateMenuProps<Given extends object> {
  /** Fetches the menu, which draws the same button and is open. The same function at each drawing. */
  load(): Promise<ComponentType<Given & { button: MenuButton }>>
  given: Given
  button: MenuButton
}

/** A menu of the header. What it needs loads with the first click, which then opens it. */
export function LateMenu<Given extends object>({ load, given, button }: LateMenuProps<Given>) {
  const [asked, setAsked] = useState(0)
  const menu = useLate(load, asked)
  if (menu.state === 'ready') return <menu.value {...given} button={button} />
  return (
    <div className={styles.menu}>
      {cloneElement(button, {
        'aria-haspopup': 'menu',
        'aria-busy': menu.state === 'loading',
        onClick: () => setAsked(asked + 1),
      })}
      {menu.state === 'problem' && (
        <p className={styles.problem} role="alert">
          The menu could not be loaded. Try again when the connection is back.
        </p>
      )}
    </div>
  )
}
