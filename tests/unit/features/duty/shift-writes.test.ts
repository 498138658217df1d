import { describe, expect, it } from 'vitest'
import { createShiftWrites, type IntervalWrites } from '#src/features/duty/shift-writes.ts'
import { readDutyShifts } from '#src/features/duty/shifts.ts'
import type { RemoveResult, WriteResult } from '#src/ui/list/list-source.ts'

type Interval = ReturnType<IntervalWrites['read']>[number]
type Answer = WriteResult<Interval> | RemoveResult<Interval>

const DAY = {
  isEnabled: true,
  name: '',
  shiftStart: '08:00',
  shiftEnd: '16:00',
  frequency: 'Daily',
  message: 'Desk',
  timeZone: 'Europe/Madrid',
  userIds: ['maria'],
}
const NIGHT = { ...DAY, shiftStart: '22:00', shiftEnd: '06:00' }
const STAYING = { isLeaving: false }
const NO: Answer = { kind: 'refused', message: 'No.' }

/** An environment in memory; `answers` are what its next writes come to, null for what they should. */
function openList(hasStaff = true) {
  let rows: Interval[] = []
  let count = 0
  const answers: (Answer | null)[] = []
  const log: string[] = []
  const take = (call: string): Answer | null => {
    log.push(call)
    return answers.shift() ?? null
  }
  const toRow = (id: string, config: object): Interval => ({
    isEnabled: true,
    name: '',
    shiftStart: '',
    shiftEnd: '',
    frequency: '',
    message: '',
    userIds: [],
    ...config,
    id,
  })
  const put = (id: string, config: object): WriteResult<Interval> => {
    const row = toRow(id, config)
    rows = [...rows.filter((other) => other.id !== id), row]
    return { kind: 'done', row }
  }
  const refuse = (answer: Answer): WriteResult<Interval> =>
    answer.kind === 'done' ? { kind: 'refused', message: 'not an answer of a write' } : answer
  const writes = createShiftWrites(
    {
      read: () => rows,
      create(config) {
        const answer = take('create')
        count += 1
        return Promise.resolve(answer ? refuse(answer) : put(`row-${count}`, config))
      },
      update(row, config) {
        const answer = take(`update ${row.id}`)
        return Promise.resolve(answer ? refuse(answer) : put(row.id, config))
      },
      remove(row, { isLeaving }) {
        const answer = take(`remove ${row.id}${isLeaving ? ' leaving' : ''}`)
        if (answer) return Promise.resolve(answer)
        rows = rows.filter(({ id }) => id !== row.id)
        return Promise.resolve({ kind: 'done' })
      },
    },
    { hasStaff, makeId: () => `shift-${(count += 1)}` },
  )
  const list = () =>
    rows.map((row) => `${row.shiftStart}-${row.shiftEnd}${row.isEnabled ? '' : ' off'} ${row.message}`).sort()
  const only = () => {
    const [shift, ...others] = readDutyShifts(rows)
    if (!shift || others.length > 0) throw new Error(`not one shift: ${list().join(', ')}`)
    return shift
  }
  return { writes, answers, log, list, only, rows: () => rows, drop: () => void (rows = []) }
}

const NIGHT_ROWS = ['00:00-06:00 Desk', '22:00-24:00 Desk']

describe('a new shift', () => {
  it('is one interval within a day, and two with one id over midnight', async () => {
    const day = openList()
    expect(await day.writes.create(DAY)).toMatchObject({
      kind: 'done',
      row: { shiftEnd: '16:00', morning: null },
    })
    expect(day.list()).toEqual(['08:00-16:00 Desk'])

    const night = openList()
    const made = await night.writes.create(NIGHT)
    expect(made).toMatchObject({ kind: 'done', row: { shiftStart: '22:00', shiftEnd: '06:00' } })
    expect(night.list()).toEqual(NIGHT_ROWS)
    const [one, other] = night.rows()
    expect(one?.shiftId).toBeTruthy()
    expect([one?.shiftId, one?.userIds, one?.timeZone]).toEqual([other?.shiftId, ['maria'], 'Europe/Madrid'])
  })

  it('says nothing of people, zones and ids where `staff` was not announced', async () => {
    const { writes, rows } = openList(false)
    await writes.create(NIGHT)
    expect(rows().map(({ userIds, timeZone, shiftId }) => [userIds, timeZone, shiftId])).toEqual([
      [[], undefined, undefined],
      [[], undefined, undefined],
    ])
  })

  it('of which the second part fails takes the first one back, and is the same one when it is asked for again', async () => {
    const { writes, answers, log, list } = openList()
    answers.push(null, NO)
    expect(await writes.create(NIGHT)).toEqual({
      kind: 'refused',
      message: 'No. The part before midnight was taken back.',
    })
    expect(list()).toEqual([])
    expect((await writes.create(NIGHT)).kind).toBe('done')
    expect(list()).toEqual(NIGHT_ROWS)
    expect(log).toEqual(['create', 'create', 'remove row-2', 'create', 'create'])
  })

  it('whose first part can not be taken back says what stands, and is completed when asked for again', async () => {
    const { writes, answers, list, only, log } = openList()
    answers.push(null, NO, { kind: 'unreachable', message: 'No answer.' })
    const failed = await writes.create(NIGHT)
    expect(failed.kind === 'refused' && failed.message).toContain('stands and could not be taken back')
    expect(list()).toEqual(['22:00-24:00 Desk'])
    expect((await writes.create(NIGHT)).kind).toBe('done')
    expect(only()).toMatchObject({ shiftStart: '22:00', shiftEnd: '06:00' })
    expect(log.filter((call) => call === 'create')).toHaveLength(3)
  })

  it('that was begun and deleted since is made anew', async () => {
    const { writes, answers, list, drop } = openList()
    answers.push(null, NO, NO)
    await writes.create(NIGHT)
    drop()
    await writes.create(NIGHT)
    expect(list()).toEqual(NIGHT_ROWS)
  })
})

describe('a changed shift', () => {
  async function openNight() {
    const list = openList()
    await list.writes.create(NIGHT)
    list.log.length = 0
    return list
  }

  it('is changed in both parts', async () => {
    const { writes, list, only } = await openNight()
    expect(await writes.update(only(), { isEnabled: false }, STAYING)).toMatchObject({
      kind: 'done',
      row: { shiftEnd: '06:00' },
    })
    expect(list()).toEqual(['00:00-06:00 off Desk', '22:00-24:00 off Desk'])
    await writes.update(only(), { shiftEnd: '07:00', message: 'Night' }, STAYING)
    expect(list()).toEqual(['00:00-07:00 off Night', '22:00-24:00 off Night'])
  })

  it('becomes one of a day, and one over midnight', async () => {
    const { writes, list, only } = await openNight()
    await writes.update(only(), { shiftStart: '09:00', shiftEnd: '17:00' }, STAYING)
    expect(list()).toEqual(['09:00-17:00 Desk'])
    await writes.update(only(), { shiftStart: '20:00', shiftEnd: '04:00' }, STAYING)
    expect(list()).toEqual(['00:00-04:00 Desk', '20:00-24:00 Desk'])
    expect(only().shiftEnd).toBe('04:00')
  })

  it('of which the second part fails is as it was', async () => {
    const { writes, answers, list, only } = await openNight()
    answers.push(null, NO)
    expect(await writes.update(only(), { message: 'Night' }, STAYING)).toEqual(NO)
    expect(list()).toEqual(NIGHT_ROWS)
    answers.push(null, { kind: 'gone' })
    const gone = await writes.update(only(), { message: 'Night' }, STAYING)
    expect(gone.kind === 'refused' && gone.message).toContain('after midnight')
    expect(list()).toEqual(NIGHT_ROWS)
  })

  it('that can not be put back says what stands', async () => {
    const { writes, answers, list, only } = await openNight()
    answers.push(null, NO, NO)
    const failed = await writes.update(only(), { isEnabled: false }, STAYING)
    expect(failed.kind === 'refused' && failed.message).toContain('they stand as two shifts')
    expect(list()).toEqual(['00:00-06:00 Desk', '22:00-24:00 off Desk'])
  })

  it('that somebody else has changed is theirs, whichever part it was', async () => {
    const { writes, answers, only } = await openNight()
    const { first, morning } = only()
    if (!morning) throw new Error('no night')
    answers.push({ kind: 'changed', row: { ...first, message: 'Theirs' } })
    expect(await writes.update(only(), { message: 'Mine' }, STAYING)).toMatchObject({
      kind: 'changed',
      row: { first: { message: 'Theirs' }, shiftEnd: '06:00' },
    })
    answers.push(null, { kind: 'changed', row: { ...morning, shiftEnd: '05:00' } })
    expect(await writes.update(only(), { shiftEnd: '07:00' }, STAYING)).toMatchObject({
      kind: 'changed',
      row: { first: { message: 'Desk' }, shiftEnd: '05:00' },
    })
  })
})

describe('a deleted shift', () => {
  it('goes with both parts, and both at once where the page goes', async () => {
    const { writes, log, list, only } = openList()
    await writes.create(NIGHT)
    expect(await writes.remove(only(), STAYING)).toEqual({ kind: 'done' })
    expect(list()).toEqual([])
    await writes.create(NIGHT)
    log.length = 0
    const leaving = writes.remove(only(), { isLeaving: true })
    expect(log).toHaveLength(2)
    expect(await leaving).toEqual({ kind: 'done' })
  })

  it('of which a part stays says so, and the rest can be deleted again', async () => {
    const { writes, answers, list, only } = openList()
    await writes.create(NIGHT)
    answers.push(NO)
    expect(await writes.remove(only(), STAYING)).toEqual(NO)
    expect(list()).toEqual(NIGHT_ROWS)
    answers.push(null, NO)
    const half = await writes.remove(only(), STAYING)
    expect(half.kind === 'refused' && half.message).toContain('The part after midnight is deleted')
    expect(list()).toEqual(['22:00-24:00 Desk'])
    await writes.remove(only(), STAYING)
    expect(list()).toEqual([])
  })
})

describe('rows as shifts', () => {
  it('parts of which one is off stay two, and become one again', async () => {
    const { writes, rows, only, answers } = openList()
    await writes.create(NIGHT)
    answers.push(null, NO, NO)
    await writes.update(only(), { isEnabled: false }, STAYING)
    const apart = readDutyShifts(rows())
    expect(apart).toHaveLength(2)
    const on = apart.find(({ first }) => first.isEnabled)
    if (on) await writes.update(on, { isEnabled: false }, STAYING)
    expect(only().shiftEnd).toBe('06:00')
  })

  it('are the same objects for as long as their rows are', async () => {
    const { writes, rows, only } = openList()
    await writes.create(NIGHT)
    expect(only()).toBe(readDutyShifts([...rows()])[0])
  })
})
