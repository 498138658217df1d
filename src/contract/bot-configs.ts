import * as v from 'valibot'
import { configRowFields, looseTextSchema, type ConfigRow } from './config-rows.ts'
import { idSchema, instantSchema, listOfReadable, readRow, type LenientFields } from './lenient.ts'

/** An alert by email or SMS: a row of `bot-config` of type `alerts`, its `config` beside its id. */
export interface Alert extends ConfigRow {
  isEnabled: boolean
  name: string
  /** `email`, `SMS` or any other word. */
  type: string
  notificationType: string
  sendTo: string
}

/** A row of `bot-config` of type `agentOnDuty` (CONTRACT section 6). An overnight shift is two with one `shiftId`. */
export interface DutyInterval extends ConfigRow {
  isEnabled: boolean
  name: string
  /** Times of day, `HH:mm`, by the clock of `timeZone`; the end may be `24:00`. */
  shiftStart: string
  shiftEnd: string
  frequency: string
  message: string
  /** IANA name; absent: the hotel's own. */
  timeZone?: string
  /** Empty: everyone. */
  userIds: string[]
  shiftId?: string
  /** When it was set, by which a shift that runs once is found; only where `staff` is offered. */
  updatedAt?: string
}

const common = {
  ...configRowFields,
  // A row that says nothing of it counts.
  isEnabled: { schema: v.optional(v.boolean(), true), otherwise: true },
  name: { schema: looseTextSchema, otherwise: '' },
}
const text = { schema: v.string(), otherwise: '' }

const alertFields: LenientFields<Omit<Alert, 'unreadable'>> = {
  ...common,
  type: text,
  notificationType: text,
  sendTo: text,
}
const intervalFields: LenientFields<Omit<DutyInterval, 'unreadable'>> = {
  ...common,
  shiftStart: text,
  shiftEnd: text,
  frequency: text,
  message: { schema: looseTextSchema, otherwise: '' },
  timeZone: { schema: v.optional(v.string()), otherwise: undefined },
  userIds: {
    schema: v.pipe(
      listOfReadable(idSchema),
      v.transform((ids) => ids ?? []),
    ),
    otherwise: [],
  },
  shiftId: { schema: v.optional(v.string()), otherwise: undefined },
  updatedAt: { schema: v.optional(instantSchema), otherwise: undefined },
}

export const alertsSchema = configsSchema(alertFields)
export const alertSchema = configSchema(alertFields)
export const dutyIntervalsSchema = configsSchema(intervalFields)
export const dutyIntervalSchema = configSchema(intervalFields)

/** A list of configurations, each its row's fields beside those of `config`. */
export function configsSchema<T extends ConfigRow>(fields: LenientFields<T>) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => rows.map((row) => readConfig(fields, row))),
  )
}

export function configSchema<T extends ConfigRow>(fields: LenientFields<T>) {
  return v.pipe(
    v.looseObject({ id: idSchema }),
    v.transform((row) => readConfig(fields, row)),
  )
}

/** The fields of `config` beside the row's own; the row's type is its list's and goes. */
function readConfig<T extends ConfigRow>(fields: LenientFields<T>, row: unknown): T {
  if (!isObject(row)) return readRow(fields, row)
  const { config, type: _type, ...own } = row
  if (isObject(config)) return readRow(fields, { ...config, ...own })
  const read = readRow(fields, own)
  return { ...read, unreadable: [...(read.unreadable ?? []), 'config'] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
