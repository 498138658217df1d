import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { readExtent, toggleAll, type Selection } from './selection.ts'

interface ChooseAllProps {
  selection: Selection
  choosable: readonly string[]
  onChange(selection: Selection): void
}

/** Chooses every listed row that can be deleted, and no other (specification section 2). */
export function ChooseAll({ selection, choosable, onChange }: ChooseAllProps) {
  const extent = readExtent(selection, choosable)
  return (
    <Checkbox
      aria-label="Choose all"
      checked={extent === 'all'}
      indeterminate={extent === 'some'}
      disabled={choosable.length === 0}
      onChange={() => onChange(toggleAll(selection, choosable))}
    />
  )
}
