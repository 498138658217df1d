import { describe, expect, it } from 'vitest'
import {
  checkTelephone,
  describeStatus,
  explainTelephone,
  toAssigneeBody,
} from '#src/features/config/assignee-values.ts'
import { omitEmptySecrets } from '#src/features/config/integration-values.ts'
import type { WriteResult } from '#src/ui/list/list-source.ts'

describe('an assignee’s state', () => {
  it.each<[number | null, string]>([
    [2, 'Active'],
    [3, 'Break'],
    [1, 'Inactive'],
    [0, 'Inactive'],
    [99, 'Inactive'],
    [null, 'Inactive'],
  ])('%s is %s', (statusId, words) => {
    expect(describeStatus(statusId)).toBe(words)
  })
})

describe('an assignee’s phone', () => {
  it.each(['7025094433', ' 7025094433 ', '+4930901820', '0301'])('%j is a number', (text) => {
    expect(checkTelephone(text)).toBeNull()
  })

  it.each(['at the desk', '702-509', '+', '702 509', '1e9', '-5', '٣٤'])('%j is none', (text) => {
    expect(checkTelephone(text)).toBe('Phone number must be a number.')
  })

  it.each<[string, string | number]>([
    ['7025094433', 7025094433],
    [' 7025094433', 7025094433],
    ['+4930901820', '+4930901820'],
    ['0301', '0301'],
    ['99999999999999999999', '99999999999999999999'],
  ])('%j goes as %j: nothing of it is lost', (text, telephoneNumber) => {
    expect(toAssigneeBody({ telephoneNumber: text })).toEqual({ telephoneNumber })
  })

  it.each(["Telephone number can't be blank", 'Telephone number can’t be blank.'])(
    'refused with %j it is said what is wrong, and where',
    (message) => {
      expect(explainTelephone({ kind: 'refused', message })).toEqual({
        kind: 'refused',
        message:
          'Phone number is invalid, can be kind of 7025094433 - starts with 702 and contains 10 digits',
        field: 'telephoneNumber',
      })
    },
  )

  it.each<WriteResult<{ id: string }>>([
    { kind: 'refused', message: 'Ada has this username already.' },
    { kind: 'unreachable', message: "Telephone number can't be blank" },
    { kind: 'done', row: { id: 'a' } },
  ])('%j stays as it is', (result) => {
    expect(explainTelephone(result)).toBe(result)
  })
})

describe('what goes to the environment', () => {
  it('no department and no username are none; an untyped password is not sent', () => {
    const body = toAssigneeBody({ name: 'Ada', username: '', queueId: '', password: '' })
    expect(body).toEqual({ name: 'Ada', username: null, queueId: null })
    expect(toAssigneeBody({ queueId: 'q', password: ' x ' })).toEqual({ queueId: 'q', password: ' x ' })
    expect(toAssigneeBody({ password: null })).toEqual({ password: null })
  })

  it('of an integration only the secrets that were typed or are to be taken away', () => {
    const typed = { category: 'PMS', hostSystem: 'Opera', apiKey: '', password: 'p', userName: '' }
    expect(omitEmptySecrets({ apiKey: null, password: '' })).toEqual({ apiKey: null })
    expect(omitEmptySecrets(typed)).toEqual({
      category: 'PMS',
      hostSystem: 'Opera',
      password: 'p',
      userName: '',
    })
  })
})
