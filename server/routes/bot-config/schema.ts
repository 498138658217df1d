import * as v from 'valibot'
import { readRecipients } from '#src/contract/alert-recipients.ts'
import { CAMPAIGN_ACTIONS } from '#src/contract/campaigns.ts'
import { FREQUENCIES } from '#src/domain/duty/shift.ts'
import { isBlank } from '#src/domain/text/blank.ts'
import { AUDITED_CONFIGS, type ConfigType } from '../../store/configuration/bot-configs.ts'
import { isStorableText } from '../../text.ts'

const MAX_TEXT_CHARS = 1_000
const MAX_USERS = 500

/** A time of day, `HH:mm`; a shift may end with the day, at `24:00`. */
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const END_OF_DAY = '24:00'
const NO_START = 'The start is no time of day such as 08:30.'
const NO_END = 'The end is no time of day such as 17:00.'

/** What nobody would see is empty. */
const textSchema = (name: string) =>
  v.pipe(
    v.string(`${name} is no text.`),
    v.transform((text) => (isBlank(text) ? '' : text)),
    v.maxLength(MAX_TEXT_CHARS, `${name} is longer than ${MAX_TEXT_CHARS} characters.`),
    v.check(isStorableText, `${name} holds characters that are no text.`),
  )
const common = {
  isEnabled: v.optional(v.boolean(), true),
  name: v.optional(textSchema('The name'), ''),
}

const frequencySchema = v.picklist(
  FREQUENCIES,
  'The frequency is none of Daily, Weekdays, Weekend and Run Once.',
)

/** Specification section 9: schedule options, alert types and notification types. */
const dutySchema = v.object({
  ...common,
  shiftStart: v.pipe(v.string(NO_START), v.regex(TIME, NO_START)),
  shiftEnd: v.pipe(
    v.string(NO_END),
    v.check((time) => TIME.test(time) || time === END_OF_DAY, NO_END),
  ),
  frequency: frequencySchema,
  message: v.optional(textSchema('The message'), ''),
})
const timeZoneSchema = v.optional(
  v.pipe(textSchema('The time zone'), v.check(isTimeZone, 'The time zone is not known.')),
)
/** What the group `staff` adds to a shift (CONTRACT sections 2 and 6). */
const staffDutySchema = v.object({
  ...dutySchema.entries,
  timeZone: timeZoneSchema,
  userIds: v.optional(
    v.pipe(
      v.array(textSchema('A person')),
      v.maxLength(MAX_USERS, `A shift has at most ${MAX_USERS} people.`),
    ),
    [],
  ),
  shiftId: v.optional(textSchema('The shift')),
})
/** A campaign of the specification's section 3; that its segment and dialogs are there is looked up when it is written. */
const campaignFields = {
  ...common,
  name: v.pipe(textSchema('The name'), v.trim(), v.minLength(1, 'The name is empty.')),
  segment: v.pipe(textSchema('The segment'), v.minLength(1, 'The segment is missing.')),
  time: v.optional(textSchema('The run time'), ''),
  frequency: frequencySchema,
  dialog: v.pipe(textSchema('The dialog'), v.minLength(1, 'The dialog is missing.')),
  action: v.picklist(CAMPAIGN_ACTIONS, `The action is none of ${CAMPAIGN_ACTIONS.join(', ')}.`),
  redirectTo: v.optional(textSchema('Redirect to'), ''),
}
const checkCampaign = <T extends CampaignFields>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { frequency, time, action, redirectTo } = dataset.value
    if (frequency !== 'Run Once' && !TIME.test(time))
      addIssue({ message: 'The run time is no time of day such as 09:30.' })
    if (action === 'redirect' && redirectTo === '')
      addIssue({ message: 'It does not say to which dialog guests are led.' })
  })
type CampaignFields = Pick<
  v.InferOutput<v.ObjectSchema<typeof campaignFields, undefined>>,
  'frequency' | 'time' | 'action' | 'redirectTo'
>
const plainCampaignSchema = v.pipe(v.object(campaignFields), checkCampaign())
/** What the group `campaigns` adds to one. */
const campaignSchema = v.pipe(
  v.object({
    ...campaignFields,
    timeZone: timeZoneSchema,
    ignoresQuietHours: v.optional(v.boolean('Quiet hours are neither on nor off.'), false),
  }),
  checkCampaign(),
)

const alertFieldsSchema = v.object({
  ...common,
  type: v.picklist(['email', 'SMS'], 'The type is neither email nor SMS.'),
  notificationType: v.picklist(
    ['user_needs_help', 'user_left_low_rating', 'new_user_started_conversation'],
    'The notification type is none of user_needs_help, user_left_low_rating and new_user_started_conversation.',
  ),
  sendTo: v.pipe(
    textSchema('The address'),
    v.trim(),
    v.minLength(1, 'It does not say to whom the alert is sent.'),
  ),
})
/** It is kept as it was typed, once it is known to lead to somebody. */
const alertSchema = v.pipe(
  alertFieldsSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const recipients = readRecipients(dataset.value.type, dataset.value.sendTo)
    if ('problem' in recipients) addIssue({ message: recipients.problem })
  }),
)

export function isConfigType(type: string): type is ConfigType {
  return Object.hasOwn(AUDITED_CONFIGS, type)
}

/** The schema of a type's `config`. Fields of extensions are dropped where those are not offered. */
export function chooseConfigSchema(type: ConfigType, hasStaff: boolean) {
  if (type === 'alerts') return alertSchema
  if (type === 'cronCampaigns') return hasStaff ? campaignSchema : plainCampaignSchema
  return hasStaff ? staffDutySchema : dutySchema
}

/** What is posted and put: `type` and the configuration itself. */
export const configRequestSchema = v.object({
  type: v.string('The type is missing.'),
  config: v.record(v.string(), v.unknown(), 'The configuration is missing.'),
})

/** A name of the IANA database; an offset such as `+01:00` knows no daylight saving and is none. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
