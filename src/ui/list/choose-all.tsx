import { useEffect, useRef } from 'react'
import { readExtent, toggleAll, type Selection } from './selection.ts'

interface ChooseAllProps {
  selection: Selection
  choosable: readonly string[]
  onChange(selection: Selection): void
}

/** Chooses every listed row that can be deleted, and no other (specification section 2). */
export function ChooseAll({ selection, choosable, onChange }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null)
  const extent = readExtent(selection, choosable)
  useEffect(() => {
    // The browser has no attribute for it.
    if (box.current) box.current.indeterminate = extent === 'some'
  }, [extent])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Choose all"
      checked={extent === 'all'}
      disabled={choosable.length === 0}
      onChange={() => onChange(toggleAll(selection, choosable))}
    />
  )
}
