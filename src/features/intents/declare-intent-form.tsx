import type { ReactNode } from 'react'
import { INTENT_ACTIONS, type Dialog, type Intent } from '#src/contract/intents.ts'
import type { Department } from '#src/contract/tickets.ts'
import type { Column, CustomField, ListDefinition, Option } from '#src/ui/list/declare-list.ts'
import { readRecords, type FieldValues, type Typed } from '#src/ui/list/field-values.ts'
import {
  checkChoices,
  describeChoices,
  hasChoiceTabs,
  hasOwnWords,
  isFixedChoice,
  resetChoices,
} from './choices.ts'
import { ChoicesField } from './choices-field.tsx'
import { nameIntent } from './declare-intents.tsx'
import { NEW_QUESTIONS, readIntentValues, readNewQuestions, writesTicket } from './intent-values.ts'
import { RedirectField } from './redirect-field.tsx'

const MAX_NAME_CHARS = 100
const MAX_RESPONSE_CHARS = 8_000
const MAX_LINK_CHARS = 2_000
const MAX_SKU_CHARS = 200

const ACTIONS: readonly Option[] = Object.entries(INTENT_ACTIONS).map(([value, label]) => ({ value, label }))

export interface FormContext {
  /** Undefined while they are being read. */
  departments: readonly Department[] | undefined
  /** Where it may lead on to, without the intent itself. */
  dialogs: readonly Dialog[] | undefined
  /** Whether tickets go to a system outside of the house. */
  hasTicketing: boolean
  /** Draws the questions of the intent that is edited or added. */
  renderQuestions(field: CustomField): ReactNode
  /** Draws what is to be said of the audio, beside the response as it stands in the form. */
  renderSpeech(response: string): ReactNode
}

/** The editor of an intent (specification section 2, Intents): its fields, whether it is there already or not. */
export function declareIntentForm(context: FormContext): ListDefinition<Intent> {
  return {
    type: 'intents',
    title: 'Intents',
    noun: { one: 'intent', many: 'intents' },
    idOf: ({ id }) => id,
    nameOf: nameIntent,
    isUrlDriven: true,
    hasAddBlock: false,
    saveLabel: 'SAVE INTENT',
    backLabel: 'BACK',
    columns: [...declareWords(context), ...declareTicket(context), declareChoices(context)].map(edited),
  }
}

type Part = Omit<Column<Intent>, 'read' | 'canEdit'> & Partial<Pick<Column<Intent>, 'read'>>

function edited(part: Part): Column<Intent> {
  return { read: (intent) => readIntentValues(intent)[part.key], ...part, canEdit: 'form' }
}

function declareWords({ dialogs, renderQuestions, renderSpeech }: FormContext): Part[] {
  return [
    { key: 'name', header: 'Name', kind: 'text', isRequired: true, maxChars: MAX_NAME_CHARS },
    { key: 'isEnabled', header: 'Enabled', kind: 'toggle', initial: true },
    {
      key: NEW_QUESTIONS,
      header: 'QUESTIONS',
      kind: 'custom',
      isSection: true,
      initial: NOTHING_TYPED,
      read: () => NOTHING_TYPED,
      describe: (typed) => readNewQuestions(typed).join('; '),
      renderField: renderQuestions,
    },
    { key: 'response', header: 'RESPONSE', kind: 'multiline', maxChars: MAX_RESPONSE_CHARS },
    {
      key: 'speech',
      header: 'Audio',
      kind: 'custom',
      isSection: true,
      read: () => '',
      renderField: ({ values: { response } }) => renderSpeech(typeof response === 'string' ? response : ''),
    },
    { key: 'url', header: 'OPTIONAL LINK', kind: 'text', maxChars: MAX_LINK_CHARS },
    {
      key: 'type',
      header: 'ACTION',
      kind: 'select',
      isRequired: true,
      options: ACTIONS,
      follow: (type) => ({ choices: resetChoices(type) }),
      ask: (_, { values }) => askReset(values),
    },
    {
      key: 'redirectTo',
      header: 'Redirect to',
      kind: 'custom',
      isShown: ({ type }) => type === 'message',
      describe: (typed) => nameDialog(typed, dialogs),
      renderField: (field) => <RedirectField {...field} dialogs={dialogs} />,
    },
  ]
}

/** The last question is the one that is being typed. */
const NOTHING_TYPED = ['']

function declareTicket({ departments, hasTicketing }: FormContext): Part[] {
  return [
    {
      key: 'department',
      header: 'Department',
      kind: 'select',
      isRequired: true,
      options: departments?.map(({ id, name }) => ({ value: id, label: name })),
      isShown: ({ type }) => writesTicket(type),
    },
    {
      key: 'requiresAuth',
      header: 'Require in-house authentication',
      kind: 'toggle',
      hint: 'Only guests who are checked in get a ticket.',
      isShown: ({ type }) => writesTicket(type),
    },
    {
      key: 'externalTicketSKU',
      header: 'External SKU',
      kind: 'text',
      maxChars: MAX_SKU_CHARS,
      isShown: ({ type }) => hasTicketing && writesTicket(type),
    },
  ]
}

function declareChoices({ dialogs }: FormContext): Part {
  return {
    key: 'choices',
    header: 'CHOICES',
    kind: 'custom',
    isSection: true,
    initial: [],
    isShown: ({ type }) => hasChoiceTabs(type) || isFixedChoice(type),
    validate: (choices, { type }) => checkChoices(type, choices),
    describe: describeChoices,
    renderField: (field) => (
      <ChoicesField field={field} type={String(field.values['type'])} dialogs={dialogs} />
    ),
  }
}

/** Asked before what somebody typed goes with another action; null: nothing would. */
export function askReset({ type, choices }: FieldValues) {
  if (!hasOwnWords(type, readRecords(choices))) return null
  return {
    title: 'Change the action?',
    words:
      'The choices of this action, with everything that is typed in them, are replaced by those of the other one.',
    confirmLabel: 'Change the action',
  }
}

function nameDialog(value: Typed, dialogs: readonly Dialog[] | undefined): string {
  const words = typeof value === 'string' ? value : ''
  return dialogs?.find(({ id }) => id === words)?.name ?? words
}
