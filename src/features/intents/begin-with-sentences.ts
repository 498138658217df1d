import {
  describeSeen,
  MAX_USED_TEXTS,
  type SeenSentences,
  type UnknownGroup,
} from '#src/contract/not-understood.ts'
import type { Column, ListDefinition } from '#src/ui/list/declare-list.ts'
import type { FieldValues, TypedValues } from '#src/ui/list/field-values.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { isSameQuestion, NEW_QUESTIONS, readNewQuestions } from './intent-values.ts'

/** What guests said that the bot did not understand, and what takes it out of the list of such sentences. */
export interface Begun {
  group: UnknownGroup
  takeOut(seen: SeenSentences): Promise<unknown>
}

/** A form of a new one that begins with what guests said as questions, and with what staff answered them. */
export function beginWith<Row>(definition: ListDefinition<Row>, begun: Begun | null): ListDefinition<Row> {
  if (begun === null) return definition
  const { group } = begun
  const values: TypedValues = {
    // The last is the one that is being typed.
    [NEW_QUESTIONS]: [...listOffered(group).map(({ text }) => text), ''],
    response: group.suggestion ?? '',
  }
  const begin = (column: Column<Row>): Column<Row> => {
    const initial = values[column.key]
    return initial === undefined ? column : { ...column, initial }
  }
  return { ...definition, columns: definition.columns.map(begin) }
}

/** Takes what has become questions out of the list. Where that fails they stay there, to be dismissed. */
export function takeUsed<Row>(source: ListSource<Row>, begun: Begun | null): ListSource<Row> {
  if (begun === null) return source
  return {
    ...source,
    async create(values) {
      const created = await source.create(values)
      const used = created.kind === 'done' ? findUsed(begun.group, values) : null
      if (used !== null) await begun.takeOut(used)
      return created
    },
  }
}

/** With all that were offered as questions those go that are more than were offered; null: nothing of it was used. */
export function findUsed(group: UnknownGroup, values: FieldValues): SeenSentences | null {
  const questions = readNewQuestions(values[NEW_QUESTIONS])
  const offered = listOffered(group)
  const used = offered.filter(({ text }) => questions.some((question) => isSameQuestion(question, text)))
  if (used.length === 0) return null
  return describeSeen(used.length === offered.length ? group.wordings : used)
}

function listOffered({ wordings }: UnknownGroup) {
  return wordings.slice(0, MAX_USED_TEXTS)
}
