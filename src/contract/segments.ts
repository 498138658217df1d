import * as v from 'valibot'
import { configRowFields, type ConfigRow } from './config-rows.ts'
import { rowSchema, rowsSchema, type LenientFields } from './lenient.ts'

/** Options of a segment (specification section 9). */
export const USER_TYPES = ['all', 'prospects', 'incoming', 'inhouse', 'previous'] as const
export const CONTACT_METHODS = ['all', 'sms', 'facebook', 'email'] as const
export const PERIODS = ['all', '24h', '7d', '30d', '365d'] as const
export const LOCATIONS = ['all', 'withinstate', 'neighbor', 'national', 'international'] as const

export type UserType = (typeof USER_TYPES)[number]
export type ContactMethod = (typeof CONTACT_METHODS)[number]
export type Period = (typeof PERIODS)[number]
export type Location = (typeof LOCATIONS)[number]

/** Segments that every hotel has, and that can't be deleted (specification section 9). */
export const BUILT_IN_SEGMENTS = ['arriving', 'reserved', 'checkedout', 'prospects'] as const
export type BuiltInSegment = (typeof BUILT_IN_SEGMENTS)[number]

/** Which guests a segment means: all that it names must hold. */
export interface SegmentFilter {
  userType: UserType
  contactMethod: ContactMethod
  /** Within so long; a guest who never was is in none but `all`. */
  lastContacted: Period
  lastStay: Period
  location: Location
  /** Digits alone; empty: any. */
  areaCodes: string[]
  /** Test users only. */
  demo: boolean
}

/** A row of `GET /api/segment/`: the name is the id (s). A built-in one has no filter of its own. */
export interface Segment extends ConfigRow {
  name: string
  filter?: SegmentFilter
}

/** `POST /api/segment-preview` (x): how many guests a filter means now, and the first ten by name. */
export interface SegmentPreview {
  guests: number
  sample: { guestId: string; name: string; channels: string[] }[]
}

export const ALL_GUESTS: SegmentFilter = {
  userType: 'all',
  contactMethod: 'all',
  lastContacted: 'all',
  lastStay: 'all',
  location: 'all',
  areaCodes: [],
  demo: false,
}

const filterSchema: v.GenericSchema<unknown, SegmentFilter> = v.object({
  userType: v.optional(v.picklist(USER_TYPES), 'all'),
  contactMethod: v.optional(v.picklist(CONTACT_METHODS), 'all'),
  lastContacted: v.optional(v.picklist(PERIODS), 'all'),
  lastStay: v.optional(v.picklist(PERIODS), 'all'),
  location: v.optional(v.picklist(LOCATIONS), 'all'),
  areaCodes: v.optional(v.array(v.string()), () => []),
  demo: v.optional(v.boolean(), false),
})

const segmentFields: LenientFields<Omit<Segment, 'unreadable'>> = {
  ...configRowFields,
  name: { schema: v.string(), otherwise: '' },
  filter: { schema: v.optional(filterSchema), otherwise: undefined },
}
/** An environment of the specification alone gives id and name, and may leave out the name. */
const named = <T extends { id: string; name: string }>(row: T): T => ({ ...row, name: row.name || row.id })
export const segmentsSchema = v.pipe(
  rowsSchema(segmentFields),
  v.transform((rows) => rows.map(named)),
)
export const segmentSchema = v.pipe(rowSchema(segmentFields), v.transform(named))

export const segmentPreviewSchema: v.GenericSchema<unknown, SegmentPreview> = v.object({
  guests: v.number(),
  sample: v.array(v.object({ guestId: v.string(), name: v.string(), channels: v.array(v.string()) })),
})
