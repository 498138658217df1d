import { LIST_POLL_MS, type ListDefinition } from '#src/ui/list/declare-list.ts'

export interface Answer {
  id: string
  label: string
  answer: string
  uses: number | null
  isEnabled: boolean
  undeletable?: boolean
}

/** All that a screen of the console says of its list. */
export const ANSWERS: ListDefinition<Answer> = {
  type: 'answers',
  title: 'Responses',
  pollMs: LIST_POLL_MS,
  noun: { one: 'answer', many: 'answers' },
  idOf: ({ id }) => id,
  nameOf: ({ label }) => label,
  isUndeletable: ({ undeletable = false }) => undeletable,
  readEnabled: ({ isEnabled }) => isEnabled,
  columns: [
    {
      key: 'label',
      header: 'Label',
      kind: 'text',
      isRequired: true,
      canEdit: 'here',
      maxChars: 20,
      read: ({ label }) => label,
    },
    {
      key: 'answer',
      header: 'Response',
      kind: 'multiline',
      isRequired: true,
      canEdit: 'here',
      read: ({ answer }) => answer,
    },
    { key: 'uses', header: 'Uses', kind: 'number', canEdit: 'here', read: ({ uses }) => uses },
    {
      key: 'secret',
      header: 'Secret',
      kind: 'password',
      canEdit: 'form',
      read: () => true,
      validate: (value) => (String(value).length < 4 ? 'Secret needs 4 characters.' : null),
    },
  ],
}

export function makeAnswer(id: string, fields: Partial<Answer> = {}): Answer {
  return { id, label: `Label ${id}`, answer: `Answer ${id}`, uses: null, isEnabled: true, ...fields }
}
