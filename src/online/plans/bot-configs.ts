import { alertCalls, dutyIntervalCalls } from '#src/api/bot-configs.ts'
import {
  alertsSchema,
  dutyIntervalsSchema,
  type Alert,
  type DutyInterval,
} from '#src/contract/bot-configs.ts'
import type { ListPlan } from '../list-writes.ts'

/** Alerts by email and SMS. */
export const ALERTS: ListPlan<Alert, object> = { name: 'alerts', schema: alertsSchema, ...alertCalls }

/** When who is on duty, as it is on the wire: an overnight shift is two intervals. */
export const DUTY_INTERVALS: ListPlan<DutyInterval, object> = {
  name: 'agentOnDuty',
  schema: dutyIntervalsSchema,
  ...dutyIntervalCalls,
}
