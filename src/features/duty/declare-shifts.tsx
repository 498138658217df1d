import type { StaffMember } from '#src/contract/staff.ts'
import { FREQUENCIES } from '#src/domain/duty/shift.ts'
import type { Column, ListDefinition, Option } from '#src/ui/list/declare-list.ts'
import { formatTimeOfDay } from '#src/ui/list/nice-date.ts'
import { describeEnd, nameShift, readEnd, type DutyShift } from './shifts.ts'
import { WhoField } from './who-field.tsx'

const MAX_NAME_CHARS = 200
const MAX_MESSAGE_CHARS = 1_000
const SAME_TIMES =
  'Start and end are the same. For a whole day make two shifts, for example 12:00 AM to 12:00 PM and 12:00 PM to 12:00 AM.'
/** The specification's guidance against shifts over midnight (section 5). */
const GUIDANCE =
  'An end earlier than the start makes an overnight shift, kept as two intervals: the start to midnight and midnight to the end. Two shifts that each stay within a day are easier to follow.'
const HOTEL_ZONE: Option = { value: '', label: 'The hotel’s own' }

export interface ShiftsContext {
  /** Whether the environment announced `staff`: a shift then has people and a time zone. */
  hasStaff: boolean
  staff: readonly StaffMember[] | undefined
  /** The zones that are offered, the person's own first. */
  zones: readonly string[]
  /** Whether some shift runs by the hotel's own clock. */
  hasHotelZone: boolean
}

/** Who is on duty when (specification sections 3 and 5, Agent on duty). */
export function declareShifts(context: ShiftsContext): ListDefinition<DutyShift> {
  return {
    type: 'agentOnDuty',
    title: 'Agent on duty',
    noun: { one: 'shift', many: 'shifts' },
    empty: 'No shifts yet: everybody who is signed in is alerted.',
    idOf: ({ id }) => id,
    nameOf: nameShift,
    isUndeletable: ({ first }) => first.undeletable === true,
    readEnabled: ({ first }) => first.isEnabled,
    columns: [...TIMES, ...(context.hasStaff ? declarePeople(context) : []), ...WORDS],
  }
}

/** Why times can't be a shift's, in words; null: they can. */
export function checkTimes(start: unknown, end: unknown): string | null {
  return start === end ? SAME_TIMES : null
}

const TIMES: readonly Column<DutyShift>[] = [
  {
    key: 'shiftStart',
    header: 'Start',
    kind: 'time',
    canEdit: 'form',
    isRequired: true,
    width: '84px',
    read: ({ shiftStart }) => shiftStart,
    validate: (value, { shiftEnd }) => checkTimes(value, shiftEnd),
  },
  {
    key: 'shiftEnd',
    header: 'End',
    kind: 'time',
    canEdit: 'form',
    isRequired: true,
    width: '128px',
    hint: GUIDANCE,
    read: readEnd,
    toText: describeEnd,
    validate: (value, { shiftStart }) => checkTimes(shiftStart, value),
  },
  {
    key: 'frequency',
    header: 'Frequency',
    kind: 'select',
    canEdit: 'form',
    isRequired: true,
    options: FREQUENCIES.map((frequency) => ({ value: frequency, label: frequency })),
    hint: 'It is about the day on which the shift begins.',
    width: '108px',
    read: ({ first }) => first.frequency,
  },
]

const WORDS: readonly Column<DutyShift>[] = [
  {
    key: 'name',
    header: 'Name',
    kind: 'text',
    canEdit: 'form',
    width: 'minmax(110px, 110fr)',
    maxChars: MAX_NAME_CHARS,
    read: ({ first }) => first.name,
  },
  {
    key: 'message',
    header: 'Message',
    kind: 'text',
    canEdit: 'form',
    width: 'minmax(110px, 110fr)',
    maxChars: MAX_MESSAGE_CHARS,
    hint: 'The line that the alerts of this shift carry.',
    read: ({ first }) => first.message,
  },
]

function declarePeople({ staff, zones, hasHotelZone }: ShiftsContext): Column<DutyShift>[] {
  const zoneOptions = zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  return [
    {
      key: 'timeZone',
      header: 'Time zone',
      kind: 'select',
      canEdit: 'form',
      width: 'minmax(110px, 110fr)',
      isRequired: !hasHotelZone,
      options: hasHotelZone ? [...zoneOptions, HOTEL_ZONE] : zoneOptions,
      read: ({ first }) => first.timeZone ?? '',
    },
    {
      key: 'userIds',
      header: 'Who',
      kind: 'custom',
      canEdit: 'form',
      initial: [],
      width: 'minmax(110px, 110fr)',
      hint: 'Everyone, or only those who are chosen.',
      read: ({ first }) => first.userIds,
      toText: ({ first }) => describeStaff(first.userIds, staff),
      renderField: (field) => <WhoField field={field} staff={staff} />,
    },
  ]
}

/** People by their names: `Everyone`, `Ana, Maria`. */
export function describeStaff(userIds: readonly string[], staff: readonly StaffMember[] | undefined): string {
  if (userIds.length === 0) return 'Everyone'
  if (staff === undefined) return userIds.length === 1 ? '1 person' : `${userIds.length} people`
  const names = userIds.map((id) => staff.find((person) => person.id === id)?.name ?? 'somebody who is gone')
  return names.join(', ')
}

/** Times of day as the picture's hours: `10:00 PM`. */
export function describeHour(hour: number): string {
  return formatTimeOfDay(`${String(hour).padStart(2, '0')}:00`)
}
