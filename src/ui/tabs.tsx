import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import styles from './tabs.module.css'

interface TabsProps {
  /** What the tabs are of. */
  label: string
  names: readonly string[]
  /** The place of the open one. */
  open: number
  onOpen(index: number): void
  /** What stands beside the tabs. */
  beside?: Elements
  /** What the open tab shows. */
  children: Elements
}

/** Several of a kind, of which one is shown. The arrow keys, Home and End go from one to the other. */
export function Tabs({ label, names, open, onOpen, beside, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (list.current) showTab(list.current, open)
  }, [open])

  function onKeyDown(event: KeyboardEvent) {
    const next = findNext(event.key, open, names.length)
    if (next === null) return
    event.preventDefault()
    onOpen(next)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div className={styles.tabs}>
      <div className={styles.head}>
        <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
          {names.map((name, index) => (
            <button
              // A name may be there twice while it is typed.
              key={index}
              type="button"
              role="tab"
              id={`${id}-${index}`}
              className={styles.tab}
              aria-selected={index === open}
              aria-controls={`${id}-panel`}
              tabIndex={index === open ? 0 : -1}
              dir="auto"
              onClick={() => onOpen(index)}
            >
              {name}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} className={styles.panel} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </div>
  )
}

/** Brings a tab into sight by moving nothing but the tabs. */
function showTab(list: HTMLElement, index: number) {
  const tab = list.children[index]
  if (!(tab instanceof HTMLElement)) return
  const isBefore = tab.offsetLeft < list.scrollLeft
  const isAfter = tab.offsetLeft + tab.offsetWidth > list.scrollLeft + list.clientWidth
  if (isBefore || isAfter) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}

/** The place that a key leads to; null: it leads nowhere. */
export function findNext(key: string, open: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (open + 1) % count
    case 'ArrowLeft':
      return (open + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
