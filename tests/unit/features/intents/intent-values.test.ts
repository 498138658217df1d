import { describe, expect, it } from 'vitest'
import type { IntentConfig } from '#src/contract/intents.ts'
import {
  canHaveMoreChoices,
  checkChoices,
  describeChoices,
  hasOwnWords,
  makeChoice,
  resetChoices,
} from '#src/features/intents/choices.ts'
import {
  isSameQuestion,
  readIntentValues,
  readNewQuestions,
  toConfig,
} from '#src/features/intents/intent-values.ts'
import type { TextRecord } from '#src/ui/list/field-values.ts'
import { makeIntent } from './intents.ts'

const PLACE = { id: 'i1', name: 'late towels' }
const TOWELS: IntentConfig = {
  response: 'A colleague brings them.',
  url: '',
  type: 'ticket-options',
  isEnabled: true,
  redirectTo: '',
  department: 'housekeeping',
  requiresAuth: true,
  externalTicketSKU: 'TWL-1',
  externalDepartmentId: 'ext-9',
  choices: [
    { name: 'Two', response: 'Two towels are on their way.', url: '', redirectTo: '' },
    { name: 'Four', response: '', url: 'https://hotel.example/towels', redirectTo: 'needs-help' },
  ],
}

const nameAll = (choices: readonly TextRecord[]) => choices.map(({ name }) => name)

describe('what an intent holds, as a form has it and as the environment takes it', () => {
  it('comes back as it was, also what no form shows', () => {
    const values = readIntentValues(makeIntent('i1', { dialog: { config: TOWELS } }))
    expect(toConfig(values, PLACE, TOWELS)).toEqual({ ...TOWELS, intent: 'late towels', intentId: 'i1' })
  })

  it('of one of which nothing was said yet is a message without words that is switched on', () => {
    const values = readIntentValues(makeIntent('i1', { dialog: null }))
    expect(toConfig(values, PLACE, null)).toMatchObject({
      type: 'message',
      isEnabled: true,
      response: '',
      choices: [],
    })
  })

  it.each([
    ['message', { department: '', requiresAuth: false, externalTicketSKU: '', choices: [] }],
    ['ticket', { department: 'housekeeping', externalTicketSKU: 'TWL-1', choices: [], redirectTo: '' }],
    ['yes/no', { department: '', choices: TOWELS.choices, redirectTo: '' }],
  ])('is none where it does not concern the action %s', (type, expected) => {
    const values = { ...readIntentValues(makeIntent('i1', { dialog: { config: TOWELS } })), type }
    expect(toConfig(values, PLACE, TOWELS)).toMatchObject(expected)
  })

  it('stays with an action that this console does not know', () => {
    const config = { ...TOWELS, type: 'survey', redirectTo: 'needs-help' }
    const values = readIntentValues(makeIntent('i1', { dialog: { config } }))
    expect(toConfig(values, PLACE, config)).toMatchObject(config)
  })

  it('of a link, a redirect and a choice’s name has no blanks around it', () => {
    const values = {
      ...readIntentValues(makeIntent('i1')),
      type: 'message',
      url: ' https://hotel.example ',
      redirectTo: ' pool ',
    }
    expect(toConfig(values, PLACE, null)).toMatchObject({ url: 'https://hotel.example', redirectTo: 'pool' })
  })
})

describe('an action’s choices (specification section 4)', () => {
  it.each([
    ['message', []],
    ['ticket', []],
    ['yes/no', ['yes', 'no']],
    ['choice', ['Choice 1', 'Choice 2', 'Choice 3']],
    ['ticket-options', ['Option 1', 'Option 2', 'Option 3']],
    ['ticket-user', ['Use Guest Response']],
    ['survey', []],
  ])('of %s are %j', (type, names) => {
    expect(nameAll(resetChoices(type))).toEqual(names)
  })

  it('are those it begins with where it was saved without any', () => {
    const config = { ...TOWELS, type: 'yes/no', choices: undefined }
    const { choices } = readIntentValues(makeIntent('i1', { dialog: { config } }))
    expect(choices).toEqual(resetChoices('yes/no'))
  })

  it('are asked about before they go only where somebody typed in them', () => {
    const [yes = {}, no = {}] = resetChoices('yes/no')
    expect(hasOwnWords('yes/no', [yes, no])).toBe(false)
    expect(hasOwnWords('message', [])).toBe(false)
    expect(hasOwnWords('yes/no', [{ ...yes, response: 'Of course' }, no])).toBe(true)
    expect(hasOwnWords('yes/no', [{ ...yes, name: 'sure' }, no])).toBe(true)
  })

  it('of which the guest has few may become more, with a free number', () => {
    const [first = {}, , third = {}] = resetChoices('choice')
    expect(makeChoice('choice', [first, third])['name']).toBe('Choice 4')
    expect([canHaveMoreChoices('choice'), canHaveMoreChoices('ticket-options')]).toEqual([true, true])
    expect([canHaveMoreChoices('yes/no'), canHaveMoreChoices('ticket-user')]).toEqual([false, false])
  })

  it.each([
    ['two or more with names are right', ['a', 'b'], null],
    ['fewer than two', ['a'], 'There must be at least 2 choices.'],
    ['one without a name', ['a', ' '], 'Choice 2 has no name.'],
    ['two with one name', ['a', 'b', 'A '], 'Two choices are called “A”.'],
  ])('%s', (_, names, problem) => {
    const choices = names.map((name) => ({ name, response: '', url: '', redirectTo: '' }))
    expect(checkChoices('choice', choices)).toBe(problem)
    expect(checkChoices('message', choices)).toBeNull()
  })

  it('are told in words', () => {
    const [yes = {}, no = {}] = resetChoices('yes/no')
    expect(describeChoices([{ ...yes, response: 'At eleven' }, no])).toBe('yes: At eleven; no')
  })
})

describe('questions that are not there yet', () => {
  it('are those that were typed, the one that is still being typed included', () => {
    expect(readNewQuestions(['Is it open? ', '', 'When'])).toEqual(['Is it open?', 'When'])
    expect(readNewQuestions([''])).toEqual([])
    expect(readNewQuestions(undefined)).toEqual([])
  })

  it('are one with another in which letter case and spaces differ', () => {
    expect(isSameQuestion('When is  breakfast?', ' when is breakfast? ')).toBe(true)
    expect(isSameQuestion('When is breakfast?', 'Where is breakfast?')).toBe(false)
  })
})
