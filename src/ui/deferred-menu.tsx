import {
  cloneElement,
  useState,
  type ButtonHTMLAttributes,
  type ComponentType,
  type ReactElement,
  type Ref,
} from 'react'
import type { Deferred } from '#src/lib/deferred.ts'
import { useDeferred } from '#src/lib/use-deferred.ts'
import { MissingPart } from './missing-part.tsx'
import styles from './deferred-menu.module.css'

export type MenuButton = ReactElement<
  ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }
>

interface DeferredMenuProps<Given extends object> {
  /** The menu, which draws the same button and is open. */
  menu: Deferred<ComponentType<Given & { button: MenuButton }>>
  given: Given
  button: MenuButton
}

/** A menu behind a button. What it needs loads with the first click, which then opens it. */
export function DeferredMenu<Given extends object>({ menu, given, button }: DeferredMenuProps<Given>) {
  const [isAsked, setAsked] = useState(false)
  const part = useDeferred(menu, { isAsked })
  const { value: Menu, failures } = part
  // One that arrives only after it was said to be missing waits for the next click: the user does something else by then.
  if (Menu !== null && isAsked && failures === 0) return <Menu {...given} button={button} />
  return (
    <div className={styles.menu}>
      {cloneElement(button, {
        'aria-haspopup': 'menu',
        'aria-busy': isAsked && part.isLoading,
        onClick: () => {
          setAsked(true)
          part.retry()
        },
      })}
      {Menu === null && failures > 0 && (
        <div className={styles.problem}>
          <MissingPart name="The menu" part={part} />
        </div>
      )}
    </div>
  )
}
