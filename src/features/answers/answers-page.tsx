import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { useAnswers } from './online-queries.ts'

const MAX_LABEL_CHARS = 200
const MAX_ANSWER_CHARS = 8_000

const ANSWERS: ListDefinition<TypicalAnswer> = {
  type: 'typical-answers',
  title: 'Responses',
  noun: { one: 'answer', many: 'answers' },
  idOf: ({ id }) => id,
  nameOf: ({ label }) => label,
  isUndeletable: ({ undeletable }) => undeletable === true,
  isUrlDriven: true,
  columns: [
    {
      key: 'label',
      header: 'Label',
      kind: 'text',
      canEdit: 'here',
      isRequired: true,
      maxChars: MAX_LABEL_CHARS,
      read: ({ label }) => label,
    },
    {
      key: 'answer',
      header: 'Response',
      kind: 'multiline',
      canEdit: 'here',
      isRequired: true,
      maxChars: MAX_ANSWER_CHARS,
      read: ({ answer }) => answer,
    },
  ],
}

/** `/answers-table`: what agents insert with one tap (specification section 2, Typical answers). */
export function AnswersPage(page: ListPageProps) {
  return (
    <ListScreen
      definition={ANSWERS}
      source={useAnswers()}
      lead="Agents insert these with one tap, or with / in the message box. {firstName} and {room} are filled in for the guest."
      {...page}
    />
  )
}
