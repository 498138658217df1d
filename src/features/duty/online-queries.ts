import { DUTY_INTERVALS } from '#src/online/plans/bot-configs.ts'
import { STAFF } from '#src/online/plans/staff.ts'
import { useListSource } from '#src/online/use-list-source.ts'

/** The intervals as they are on the wire: an overnight shift is two of them. */
export function useIntervals() {
  return useListSource(DUTY_INTERVALS)
}

/** The colleagues; only where the environment announced `staff`. */
export function useStaff() {
  return useListSource(STAFF)
}
