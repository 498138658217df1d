import * as v from 'valibot'
import { pairNights } from '#src/domain/duty/overnight.ts'
import { FREQUENCIES, readMinutes, type Shift } from '#src/domain/duty/shift.ts'
import type { BotConfigRow } from '../store/configuration/configuration-tables.ts'

/** Rows were checked when they came in (`server/routes/bot-config`); one that does not read so is left out. */
const shiftRowSchema = v.object({
  isEnabled: v.literal(true),
  shiftStart: v.pipe(v.string(), v.transform(readMinutes), v.number()),
  shiftEnd: v.pipe(v.string(), v.transform(readMinutes), v.number()),
  frequency: v.picklist(FREQUENCIES),
  message: v.optional(v.string(), ''),
  timeZone: v.optional(v.string()),
  userIds: v.optional(v.array(v.string()), []),
  shiftId: v.optional(v.string(), ''),
})

/**
 * The shifts that count, of the rows of type `agentOnDuty` (CONTRACT section 6): disabled ones do nothing, and two rows
 * with one `shiftId` that meet at midnight are one shift, so that its frequency applies to the day on which it begins.
 */
export function readShifts(
  rows: Pick<BotConfigRow, 'config' | 'updatedAt'>[],
  hotelTimeZone: string,
): Shift[] {
  const read = rows.flatMap(({ config, updatedAt }) => {
    const parsed = v.safeParse(shiftRowSchema, config)
    if (!parsed.success) return []
    const { shiftStart: start, shiftEnd: end, timeZone = hotelTimeZone, shiftId, ...rest } = parsed.output
    const { frequency, message, userIds } = rest
    return [{ shiftId, shift: { start, end, frequency, timeZone, userIds, message, setAt: updatedAt } }]
  })
  const nights = pairNights(read, ({ shiftId, shift: { start, end } }) => ({ shiftId, start, end }))
  return nights.map(({ row, morning }) => ({ ...row.shift, end: morning?.shift.end ?? row.shift.end }))
}
