import type { KeyboardEvent } from 'react'
import { isOfInputMethod } from '#src/lib/enter.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './search-field.module.css'

interface SearchFieldProps {
  value: string
  onChange(value: string): void
  /** Down from the field: into the list. */
  onLeaveDown(): void
  onOpenPalette(): void
}

/** The list's search, and beside it the way to everything else: the command palette. */
export function SearchField({ value, onChange, onLeaveDown, onOpenPalette }: SearchFieldProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent)) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      onLeaveDown()
    }
    // First it is emptied; the next Escape leaves the field.
    if (event.key === 'Escape' && value !== '') {
      event.preventDefault()
      onChange('')
    }
  }

  return (
    <div className={styles.search}>
      <Icon name="search" size={18} />
      <input
        type="search"
        placeholder="Search user..."
        aria-label="Search user..."
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className={styles.palette}
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to a chat or screen"
        onClick={onOpenPalette}
      >
        <span className="visually-hidden">Go to a chat or screen </span>
        <kbd translate="no">Ctrl K</kbd>
      </button>
    </div>
  )
}
