import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import styles from './action-menu.module.css'
import { IconButton, joinClasses } from './button.tsx'

export interface MenuAction {
  label: string
  onSelect(): void
  /** For example to hide it where the same action has a button of its own. */
  className?: string | undefined
}

interface ActionMenuProps {
  /** The button's accessible name, shown as a tip. */
  label: string
  actions: readonly MenuAction[]
  className?: string | undefined
}

/** Rarer actions behind one small button. Arrow keys move, Escape and a click elsewhere close, focus goes back. */
export function ActionMenu({ label, actions, className }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return undefined
    listItems(root.current)[0]?.focus()
    const closeFromElsewhere = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeFromElsewhere)
    return () => document.removeEventListener('pointerdown', closeFromElsewhere)
  }, [isOpen])

  function close() {
    setOpen(false)
    trigger.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') {
      // It closes the menu and nothing around it.
      event.stopPropagation()
      return close()
    }
    const items = listItems(root.current)
    const next = moveTo(
      event.key,
      items.findIndex((item) => item === document.activeElement),
      items.length,
    )
    if (next === null) return
    event.preventDefault()
    items[next]?.focus()
  }

  return (
    <div ref={root} className={joinClasses(styles.root, className)}>
      <IconButton
        ref={trigger}
        icon="more"
        label={label}
        className={styles.trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {isOpen && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          className={styles.menu}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {actions.map(({ label: words, onSelect, className: itemClass }) => (
            <button
              key={words}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={joinClasses(styles.item, itemClass)}
              onClick={() => {
                close()
                onSelect()
              }}
            >
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The items that are drawn: a style may hide some. */
function listItems(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])].filter(
    (item) => item.getClientRects().length > 0,
  )
}

/** Where a key leads from an item; around at both ends. Null: the key is no move. */
export function moveTo(key: string, from: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count
    case 'ArrowUp':
      return (from <= 0 ? count : from) - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
