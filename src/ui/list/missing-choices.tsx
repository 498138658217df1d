import { Button } from '../button.tsx'
import { WarningBox } from '../warning-box.tsx'
import type { ListSource } from './list-source.ts'

interface MissingChoicesProps {
  /** What the choices are called, and the list that they come from. */
  noun: string
  source: Pick<ListSource<unknown>, 'rows' | 'state' | 'problem' | 'reload'>
}

/** Choices of a field that could not be read: why, and a way out. Nothing where they are there or on their way. */
export function MissingChoices({ noun, source }: MissingChoicesProps) {
  if (source.rows !== undefined || source.state !== 'failed') return null
  return (
    <WarningBox role="status">
      <span>{`The ${noun} to choose from could not be read. ${source.problem ?? ''}`}</span>
      <Button onClick={() => source.reload()}>Try again</Button>
    </WarningBox>
  )
}
