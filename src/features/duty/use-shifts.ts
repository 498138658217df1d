import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { useIntervals } from './online-queries.ts'
import { createShiftWrites } from './shift-writes.ts'
import { readDutyShifts, type DutyShift } from './shifts.ts'

/** The shifts as the screen has them: each a row, whatever it is on the wire. */
export function useShifts(hasStaff: boolean): ListSource<DutyShift> {
  const intervals = useIntervals()
  const { create, update, remove } = intervals
  const latest = useRef(intervals.rows)
  useLayoutEffect(() => {
    latest.current = intervals.rows
  }, [intervals.rows])
  const read = useMemo(() => intervals.rows && readDutyShifts(intervals.rows), [intervals.rows])
  // Between the two parts of a night one is written and the other is not yet: nobody is shown that.
  const [held, setHeld] = useState<{ rows: readonly DutyShift[] | undefined } | null>(null)
  const shown = useRef(read)
  const rows = held ? held.rows : read
  useLayoutEffect(() => {
    shown.current = rows
  }, [rows])
  const writes = useMemo(() => {
    const made = createShiftWrites(
      { read: () => latest.current ?? [], create, update, remove },
      { hasStaff, makeId: () => crypto.randomUUID() },
    )
    let count = 0
    const hold = async <Result>(write: Promise<Result>): Promise<Result> => {
      count += 1
      if (count === 1) setHeld({ rows: shown.current })
      try {
        return await write
      } finally {
        count -= 1
        if (count === 0) setHeld(null)
      }
    }
    return {
      create: (...call: Parameters<typeof made.create>) => hold(made.create(...call)),
      update: (...call: Parameters<typeof made.update>) => hold(made.update(...call)),
      remove: (...call: Parameters<typeof made.remove>) => hold(made.remove(...call)),
    }
  }, [create, update, remove, hasStaff])
  // The two parts of a night may stand apart in a list: only the whole of it says what is one row.
  return useMemo(() => ({ ...intervals, rows, beginning: undefined, ...writes }), [intervals, rows, writes])
}
