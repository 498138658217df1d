import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { reportSchema } from '#src/contract/reports.ts'

const WHOLE = {
  byAgent: [{ agent: 'Ava', messages: 3 }],
  byDayOfWeek: [{ day: 0, messages: 3 }],
  byHour: [{ hour: 23, messages: 3 }],
  total: [{ date: '2026-11-01', messages: 5 }],
  totalByBot: [{ date: '2026-11-01', messages: 2 }],
}

function read(answer: unknown) {
  return v.parse(reportSchema('message'), answer)
}

describe('a report from the wire', () => {
  it('is read whole, with its zone', () => {
    expect(read({ name: 'message', data: WHOLE, timeZone: 'Europe/Berlin' })).toEqual({
      name: 'message',
      data: WHOLE,
      timeZone: 'Europe/Berlin',
      unreadable: [],
    })
    expect(read({ data: WHOLE }).timeZone).toBeNull()
  })

  it('shows what is readable of half a report, and names the rest', () => {
    const { data, unreadable } = read({
      data: {
        byAgent: [{ agent: 'Ava', messages: 'three' }, { agent: 'Ben', messages: '4' }, 7],
        byDayOfWeek: [
          { day: 'Monday', messages: 1 },
          { day: 'Someday', messages: 1 },
        ],
        byHour: [
          { hour: 24, messages: 1 },
          { hour: 0, messages: 2 },
        ],
        total: [{ date: '2026-11-01T00:00:00.000Z', messages: 5 }],
      },
    })
    expect(data).toEqual({
      byAgent: [{ agent: 'Ben', messages: 4 }],
      byDayOfWeek: [{ day: 1, messages: 1 }],
      byHour: [{ hour: 0, messages: 2 }],
      total: [{ date: '2026-11-01', messages: 5 }],
      totalByBot: [],
    })
    expect(unreadable).toEqual(['byAgent', 'byDayOfWeek', 'byHour', 'totalByBot'])
  })

  it('that was kept reads as it was, its gaps too', () => {
    const half = read({ data: { ...WHOLE, byAgent: [{ agent: 'Ava', messages: -1 }] } })
    expect(half.unreadable).toEqual(['byAgent'])
    expect(read(JSON.parse(JSON.stringify(half)))).toEqual(half)
  })

  it.each([[undefined], [''], [[]], [{ name: 'message' }], [{ data: 'none' }]])(
    'is no report where it is %j',
    (answer) => expect(v.safeParse(reportSchema('message'), answer).success).toBe(false),
  )
})
