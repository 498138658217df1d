import type { Intent } from '#src/contract/intents.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'

/** Why nothing can be trained just now, in words (specification section 5); null: it can. */
export function explainNoTraining({
  rows,
  state,
  readOnly,
}: Pick<ListSource<Intent>, 'rows' | 'state' | 'readOnly'>): string | null {
  if (readOnly !== null) return readOnly
  if (rows === undefined) return state === 'failed' ? 'The intents could not be read.' : 'Loading…'
  return rows.some(({ stats }) => stats === null)
    ? 'Every intent should contain at least one question.'
    : null
}
