import { dutyIntervalCalls } from '#src/api/bot-configs.ts'
import { fetchStaff } from '#src/api/staff.ts'
import { dutyIntervalsSchema, type DutyInterval } from '#src/contract/bot-configs.ts'
import { staffSchema, type StaffMember } from '#src/contract/staff.ts'
import type { ListPlan } from '#src/online/list-writes.ts'
import { useListSource } from '#src/online/use-list-source.ts'

export type { DutyInterval, StaffMember }

const INTERVALS: ListPlan<DutyInterval, object> = {
  name: 'agentOnDuty',
  schema: dutyIntervalsSchema,
  ...dutyIntervalCalls,
}
const STAFF: ListPlan<StaffMember, object> = { name: 'staff', schema: staffSchema, list: fetchStaff }

/** The intervals as they are on the wire: an overnight shift is two of them. */
export function useIntervals() {
  return useListSource(INTERVALS)
}

/** The colleagues; only where the environment announced `staff`. */
export function useStaff() {
  return useListSource(STAFF)
}
