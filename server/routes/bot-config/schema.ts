import * as v from 'valibot'

const MAX_TEXT_CHARS = 1_000
const MAX_USERS = 500

/** A time of day, `HH:mm`; a shift may end with the day, at `24:00`. */
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const startSchema = v.pipe(v.string(), v.regex(TIME, 'The start is no time of day such as 08:30.'))
const endSchema = v.pipe(
  v.string(),
  v.check((time) => TIME.test(time) || time === '24:00', 'The end is no time of day such as 17:00.'),
)
const textSchema = v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT_CHARS)), '')
const common = { isEnabled: v.optional(v.boolean(), true), name: textSchema }

/** Specification section 9: schedule options, alert types and notification types. */
const dutySchema = v.object({
  ...common,
  shiftStart: startSchema,
  shiftEnd: endSchema,
  frequency: v.picklist(['Daily', 'Weekdays', 'Weekend', 'Run Once'], 'The frequency is none of the four.'),
  message: textSchema,
})
/** What the group `staff` adds to a shift (CONTRACT sections 2 and 6). */
const staffDutySchema = v.object({
  ...dutySchema.entries,
  timeZone: v.optional(v.pipe(v.string(), v.check(isTimeZone, 'The time zone is not known.'))),
  userIds: v.optional(v.pipe(v.array(v.string()), v.maxLength(MAX_USERS)), []),
  shiftId: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT_CHARS))),
})
const alertSchema = v.object({
  ...common,
  type: v.picklist(['email', 'SMS'], 'The type is neither email nor SMS.'),
  notificationType: v.picklist(
    ['user_needs_help', 'user_left_low_rating', 'new_user_started_conversation'],
    'The notification type is none of the three.',
  ),
  sendTo: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'It says to nobody to be sent.'),
    v.maxLength(MAX_TEXT_CHARS),
  ),
})

const CONFIG_TYPES = ['agentOnDuty', 'alerts'] as const
export type ConfigType = (typeof CONFIG_TYPES)[number]

export function isConfigType(type: string): type is ConfigType {
  return CONFIG_TYPES.some((known) => known === type)
}

/** The schema of a type's `config`. Fields of extensions are dropped where those are not offered. */
export function chooseConfigSchema(type: ConfigType, hasStaff: boolean) {
  if (type === 'alerts') return alertSchema
  return hasStaff ? staffDutySchema : dutySchema
}

/** What is posted and put: `type` and the configuration itself. */
export const configRequestSchema = v.object({ type: v.string(), config: v.record(v.string(), v.unknown()) })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
