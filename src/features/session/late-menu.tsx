import {
  cloneElement,
  useState,
  type ButtonHTMLAttributes,
  type ComponentType,
  type ReactElement,
  type Ref,
} from 'react'
import { useLate } from '#src/lib/use-late.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './late-menu.module.css'

const RELOAD = 'With a connection, reloading the page brings it: what you have written is kept.'

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
  // A browser may keep a failure for as long as the document lives.
  const isAgain = asked > 1
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
          The menu could not be loaded. {isAgain ? RELOAD : 'Try again when the connection is back.'}
          {isAgain && <Button onClick={() => window.location.reload()}>Reload</Button>}
        </p>
      )}
    </div>
  )
}
