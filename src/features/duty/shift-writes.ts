import type { DutyInterval } from '#src/contract/bot-configs.ts'
import { splitShift } from '#src/domain/duty/overnight.ts'
import type { FieldValue, FieldValues } from '#src/ui/list/field-values.ts'
import {
  describeProblem,
  type HowToWrite,
  type RemoveResult,
  type WriteProblem,
  type WriteResult,
} from '#src/ui/list/list-source.ts'
import { toDutyShift, type DutyShift } from './shifts.ts'

/** The writes of the intervals, and the intervals as they are now. */
export interface IntervalWrites {
  read(): readonly DutyInterval[]
  create(config: object): Promise<WriteResult<DutyInterval>>
  update(row: DutyInterval, config: object, how: HowToWrite): Promise<WriteResult<DutyInterval>>
  remove(row: DutyInterval, how: HowToWrite): Promise<RemoveResult<DutyInterval>>
}

export interface ShiftWrites {
  create(values: FieldValues): Promise<WriteResult<DutyShift>>
  update(shift: DutyShift, patch: FieldValues, how: HowToWrite): Promise<WriteResult<DutyShift>>
  remove(shift: DutyShift, how: HowToWrite): Promise<RemoveResult<DutyShift>>
}

interface WritesDeps {
  /** Whether the environment announced `staff`, with which a shift has a zone, people and an id of its own. */
  hasStaff: boolean
  makeId(): string
}

const MORNING_GONE =
  'Somebody else has deleted the part of it after midnight meanwhile. The part before midnight is as it was.'

/**
 * The writes of shifts (CONTRACT section 6): an overnight one is two intervals with one `shiftId`, and what can't be done to
 * both is done to neither; where that fails too, the words say what stands.
 */
export function createShiftWrites(intervals: IntervalWrites, { hasStaff, makeId }: WritesDeps): ShiftWrites {
  /** A night that was asked for and not wholly made: asked for again it is the same one. */
  const begun = new Map<string, { shiftId: string; firstId: string | null }>()

  /** The configurations of a shift's parts, as the wire has them. */
  function plan(values: FieldValues, shiftId: string): { first: object; morning: object | null } {
    const { isEnabled, name = '', frequency, message = '', timeZone, userIds = [] } = values
    const shared = {
      isEnabled: isEnabled === true,
      name,
      frequency,
      message,
      ...(hasStaff && {
        userIds,
        ...(shiftId !== '' && { shiftId }),
        ...(isFilled(timeZone) && { timeZone }),
      }),
    }
    const { first, morning } = splitShift({
      shiftStart: String(values['shiftStart']),
      shiftEnd: String(values['shiftEnd']),
    })
    return { first: { ...shared, ...first }, morning: morning && { ...shared, ...morning } }
  }

  async function create(values: FieldValues): Promise<WriteResult<DutyShift>> {
    const asked = JSON.stringify(values)
    const { shiftId, firstId } = begun.get(asked) ?? { shiftId: makeId(), firstId: null }
    begun.set(asked, { shiftId, firstId })
    const { first, morning } = plan(values, shiftId)
    const standing = intervals.read().find(({ id }) => id === firstId)
    const made: WriteResult<DutyInterval> = standing
      ? { kind: 'done', row: standing }
      : await intervals.create(first)
    if (made.kind !== 'done') return toProblem(made)
    const rest = morning && (await intervals.create(morning))
    if (rest === null || rest.kind === 'done') {
      begun.delete(asked)
      return { kind: 'done', row: toDutyShift(made.row, rest?.row ?? null) }
    }
    const undone = await intervals.remove(made.row, { isLeaving: false })
    const isUndone = undone.kind === 'done' || undone.kind === 'gone'
    begun.set(asked, { shiftId, firstId: isUndone ? null : made.row.id })
    const stands = isUndone
      ? 'The part before midnight was taken back.'
      : 'The part before midnight stands and could not be taken back; the part after it is missing. Add it again, and only that is added.'
    return { kind: 'refused', message: `${describeProblem(rest)} ${stands}` }
  }

  async function update(
    shift: DutyShift,
    patch: FieldValues,
    how: HowToWrite,
  ): Promise<WriteResult<DutyShift>> {
    const { first, morning } = shift
    const values = { ...readShiftValues(shift), ...patch }
    const next = plan(values, first.shiftId || makeId())
    const asked = intervals.update(first, next.first, how)
    // A page that goes away waits for no answer: both go at once.
    const beside = how.isLeaving ? writeMorning(morning, next.morning, how) : null
    const written = await asked
    if (written.kind === 'changed') return { ...written, row: toDutyShift(written.row, morning) }
    if (written.kind !== 'done') return toProblem(written)
    const done = (row: DutyInterval | null): WriteResult<DutyShift> => ({
      kind: 'done',
      row: toDutyShift(written.row, row),
    })
    const rest = await (beside ?? writeMorning(morning, next.morning, how))
    if (rest === null || rest.kind === 'done') return done(rest === null ? null : (rest.row ?? null))
    if (rest.kind === 'gone' && next.morning === null) return done(null)
    // It is as it was, so that the two go together; what it was is known, since it was just written.
    const back = await intervals.update(
      written.row,
      plan(readShiftValues(shift), first.shiftId ?? '').first,
      how,
    )
    if (back.kind === 'done' && rest.kind === 'changed') {
      return { ...rest, row: toDutyShift(back.row, rest.row) }
    }
    const why = rest.kind === 'gone' ? MORNING_GONE : describeProblem(rest)
    if (back.kind === 'done') return { kind: 'refused', message: why }
    return {
      kind: 'refused',
      message: `${describeProblem(rest)} The part before midnight is saved, the part after it is not: they stand as two shifts.`,
    }
  }

  /** What becomes of the part after midnight: made, changed, deleted, or nothing (null). */
  async function writeMorning(
    before: DutyInterval | null,
    after: object | null,
    how: HowToWrite,
  ): Promise<{ kind: 'done'; row?: DutyInterval } | WriteProblem<DutyInterval> | null> {
    if (before === null) return after && intervals.create(after)
    return after === null ? intervals.remove(before, how) : intervals.update(before, after, how)
  }

  async function remove(shift: DutyShift, how: HowToWrite): Promise<RemoveResult<DutyShift>> {
    const { first, morning } = shift
    const toShift = (problem: WriteProblem<DutyInterval>) =>
      problem.kind === 'changed' ? { ...problem, row: toDutyShift(problem.row, morning) } : toProblem(problem)
    if (morning === null) {
      const removed = await intervals.remove(first, how)
      return removed.kind === 'done' ? removed : toShift(removed)
    }
    const rest = intervals.remove(morning, how)
    const beside = how.isLeaving ? intervals.remove(first, how) : null
    const gone = await rest
    if (gone.kind === 'changed') return { ...gone, row: toDutyShift(first, gone.row) }
    if (gone.kind !== 'done' && gone.kind !== 'gone') return toProblem(gone)
    const removed = await (beside ?? intervals.remove(first, how))
    if (removed.kind === 'done' || removed.kind === 'gone') return { kind: 'done' }
    return {
      kind: 'refused',
      message: `${describeProblem(removed)} The part after midnight is deleted, the part before it is not: delete it again.`,
    }
  }

  return { create, update, remove }
}

/** A shift's fields by the keys of its columns. */
function readShiftValues({ first, shiftStart, shiftEnd }: DutyShift): FieldValues {
  const { isEnabled, name, frequency, message, userIds, timeZone = '' } = first
  return { isEnabled, name, frequency, message, userIds, timeZone, shiftStart, shiftEnd }
}

function toProblem<Row>(problem: WriteProblem<Row>): WriteProblem<never> {
  return problem.kind === 'changed' ? { kind: 'refused', message: describeProblem(problem) } : problem
}

function isFilled(value: FieldValue | undefined): boolean {
  return typeof value === 'string' && value !== ''
}
