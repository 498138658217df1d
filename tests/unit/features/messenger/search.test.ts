import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { messengerSearchSchema } from '#src/features/messenger/search.ts'

const read = (search: Record<string, unknown>) => v.parse(messengerSearchSchema, search)

describe('the messenger’s address', () => {
  it('without a query is the whole list', () => {
    expect(read({})).toEqual({ chatFilter: 'all', chatType: 'all' })
  })

  it.each([
    ['needs help', 'needs-help'],
    ['needs-help', 'needs-help'],
    ['Paused', 'paused'],
  ])('reads the filter %s', (written, filter) => {
    expect(read({ chatFilter: written }).chatFilter).toBe(filter)
  })

  it.each([
    { chatFilter: 'nonsense' },
    { chatFilter: 7, chatType: null },
    { chatType: ['sms'] },
    { panel: 'x' },
  ])('reads what it does not know as the whole list: %j', (search) => {
    expect(read(search)).toEqual({ chatFilter: 'all', chatType: 'all' })
  })

  it('keeps the guest card that covers the thread', () => {
    expect(read({ panel: 'guest', chatType: 'sms' })).toEqual({
      chatFilter: 'all',
      chatType: 'sms',
      panel: 'guest',
    })
  })
})
