import { formatCount } from '#src/lib/format-count.ts'
import { ENABLED_KEY, findColumn, type ListDefinition } from '../declare-list.ts'
import type { RowEdit } from './row-edit.ts'

/** A row's state in a word or two, beside it. */
export function describeProgress<Row>(edit: RowEdit<Row> | undefined): string {
  switch (edit?.progress.kind) {
    case 'waiting':
    case 'saving':
      return 'Saving…'
    case 'saved':
      return 'Saved'
    case 'typed':
    case 'invalid':
    case 'refused':
    case 'failed':
    case 'changed':
      return 'Not saved'
    case 'gone':
      return 'Deleted'
    default:
      return ''
  }
}

/** What is wrong with a row as a whole; null where nothing is, or where its field says it. */
export function describeRowProblem<Row>(edit: RowEdit<Row> | undefined): string | null {
  const progress = edit?.progress
  switch (progress?.kind) {
    case 'refused':
      return progress.field === null ? progress.message : null
    case 'failed':
      return progress.isHeld ? `${progress.message} It is saved as soon as that is over.` : progress.message
    case 'changed':
      return `${progress.by ?? 'Somebody else'} has saved something else meanwhile. Nothing of yours is lost: choose.`
    case 'gone':
      return 'Somebody else has deleted this meanwhile. What you typed is still here.'
    default:
      return null
  }
}

/** The fields that one button gives up: those that are wrong, where it is known which; nothing else is lost with them. */
export function listUndone<Row>(edit: RowEdit<Row> | undefined): string[] {
  const progress = edit?.progress
  switch (progress?.kind) {
    case 'invalid':
      return Object.keys(progress.errors)
    case 'refused':
      return progress.field === null ? Object.keys(edit?.typed ?? {}) : [progress.field]
    case 'failed':
      return Object.keys(edit?.typed ?? {})
    default:
      return []
  }
}

/** Whether there is more to say about a row than beside it. */
export function hasProblem<Row>(edit: RowEdit<Row> | undefined): boolean {
  return listUndone(edit).length > 0 || describeRowProblem(edit) !== null
}

/** What is wrong with a field; null: nothing. */
export function findFieldError<Row>(edit: RowEdit<Row> | undefined, key: string): string | null {
  const progress = edit?.progress
  if (progress?.kind === 'invalid') return progress.errors[key] ?? null
  return progress?.kind === 'refused' && progress.field === key ? progress.message : null
}

/** A field's accessible name within a list, where its column's heading is out of sight: `Label of Check-in`. */
export function nameField<Row>(definition: ListDefinition<Row>, key: string, row: Row): string {
  const header = key === ENABLED_KEY ? 'Enabled' : (findColumn(definition, key)?.header ?? key)
  return `${header} of ${definition.nameOf(row)}`
}

/** How many there are, and of how many: `12 of 340 answers`. */
export function describeCount<Row>({ noun }: ListDefinition<Row>, listed: number, all: number): string {
  const words = all === 1 ? noun.one : noun.many
  const total = `${formatCount(all)} ${words}`
  return listed === all ? total : `${formatCount(listed)} of ${total}`
}
