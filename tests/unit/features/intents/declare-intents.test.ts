import { describe, expect, it } from 'vitest'
import { askReset, declareIntentForm, type FormContext } from '#src/features/intents/declare-intent-form.tsx'
import { describeType, INTENTS } from '#src/features/intents/declare-intents.tsx'
import { explainNoTraining } from '#src/features/intents/explain-no-training.ts'
import { resetChoices } from '#src/features/intents/choices.ts'
import { canDelete, listFormColumns, listShownColumns, readFlags } from '#src/ui/list/declare-list.ts'
import { describeCell } from '#src/ui/list/describe-value.ts'
import { makeIntent } from './intents.ts'

const CONTEXT: FormContext = {
  departments: [],
  dialogs: [],
  hasTicketing: false,
  renderQuestions: () => null,
  renderSpeech: () => null,
}
const ALWAYS = ['name', 'isEnabled', 'newQuestions', 'response', 'speech', 'url', 'type']

describe('the list of intents (specification section 2)', () => {
  it('has its columns in their order, and a button that leads to the page of a new one', () => {
    expect(INTENTS.columns.map(({ header }) => header)).toEqual([
      'INTENT',
      'RESPONSE',
      'TYPE',
      'QUESTION',
      'AUDIO',
    ])
    expect(readFlags(INTENTS)).toMatchObject({ hasEdit: true, hasAddBlock: false, hasCheckboxes: true })
    expect(INTENTS.editUrl?.(makeIntent('a b'))).toBe('/intents/edit/a%20b')
  })

  it('keeps the bot’s own, with the reason', () => {
    expect(canDelete(INTENTS, makeIntent('1', { static: true }))).toBe(false)
    expect(INTENTS.explainKept?.(makeIntent('1', { static: true }))).toContain('not deleted')
    expect(canDelete(INTENTS, makeIntent('1'))).toBe(true)
  })

  it('says what an intent does, and whether it is switched off', () => {
    const config = { type: 'yes/no', isEnabled: true, response: '', url: '', redirectTo: '', department: '' }
    const rest = { requiresAuth: false, externalTicketSKU: '', externalDepartmentId: '', choices: [] }
    const make = (fields: object) =>
      makeIntent('1', { dialog: { config: { ...config, ...rest, ...fields } } })
    expect(describeType(make({}))).toBe('Yes or no')
    expect(describeType(make({ isEnabled: false }))).toBe('Yes or no (switched off)')
    expect(describeType(make({ type: 'survey' }))).toBe('survey')
  })

  it('is searched and exported by all questions, or by there being none', () => {
    const [, , , column, audio] = INTENTS.columns
    const recorded = makeIntent('1', { audio: { strings: 2, recorded: 1 } })
    expect(audio && describeCell(audio, recorded)).toBe('Some')
    expect(audio && describeCell(audio, makeIntent('1'))).toBe('')
    const questions = ['when', 'where'].map((text) => ({ id: text, text }))
    expect(column && describeCell(column, makeIntent('1', { questions }))).toBe('when; where')
    expect(column && describeCell(column, makeIntent('1'))).toBe('No question yet')
  })
})

describe('TRAIN & PUBLISH (specification section 5)', () => {
  const rows = [makeIntent('1', { stats: { questions: 2 } })]
  it.each([
    ['every intent has a question', { rows }, null],
    ['they are loading', { rows: undefined, state: 'loading' as const }, 'Loading…'],
    [
      'they could not be read',
      { rows: undefined, state: 'failed' as const },
      'The intents could not be read.',
    ],
    [
      'an intent has none',
      { rows: [...rows, makeIntent('2')] },
      'Every intent should contain at least one question.',
    ],
    ['there is no line', { rows, readOnly: 'You are offline.' }, 'You are offline.'],
  ])('%s', (_, source, words) => {
    expect(explainNoTraining({ state: 'ready', readOnly: null, ...source })).toBe(words)
  })
})

describe('the editor of an intent', () => {
  const listShown = (type: string, context: Partial<FormContext> = {}) => {
    const columns = listFormColumns(declareIntentForm({ ...CONTEXT, ...context }), 'edit')
    return listShownColumns(columns, { type }).map(({ key }) => key)
  }

  it.each([
    ['message', ['redirectTo']],
    ['yes/no', ['choices']],
    ['choice', ['choices']],
    ['ticket', ['department', 'requiresAuth']],
    ['ticket-user', ['department', 'requiresAuth', 'choices']],
    ['ticket-options', ['department', 'requiresAuth', 'choices']],
    ['survey', []],
  ])('has for %s just what concerns it: %j', (type, keys) => {
    expect(listShown(type)).toEqual([...ALWAYS, ...keys])
  })

  it('has the external SKU where tickets go outside of the house, and then for tickets alone', () => {
    expect(listShown('ticket', { hasTicketing: true })).toContain('externalTicketSKU')
    expect(listShown('message', { hasTicketing: true })).not.toContain('externalTicketSKU')
  })

  it('asks before another action takes choices that somebody worked on', () => {
    const [yes = {}, no = {}] = resetChoices('yes/no')
    expect(askReset({ type: 'yes/no', choices: [yes, no] })).toBeNull()
    expect(askReset({ type: 'yes/no', choices: [{ ...yes, response: 'Sure' }, no] })).not.toBeNull()
  })
})
