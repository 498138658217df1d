import {
  ALL_GUESTS,
  CONTACT_METHODS,
  LOCATIONS,
  PERIODS,
  USER_TYPES,
  type Segment,
  type SegmentFilter,
} from '#src/contract/segments.ts'
import { readAreaCodes, writeAreaCodes } from '#src/domain/campaigns/area-codes.ts'
import type { FieldValue, FieldValues } from '#src/ui/list/field-values.ts'

/** What a segment's form holds, by field; the name is its id. */
export function readSegmentValues({ name, filter = ALL_GUESTS }: Segment): FieldValues {
  return { name, ...filter, areaCodes: writeAreaCodes(filter.areaCodes) }
}

/** The filter that a form means; null where its area codes are none. What it does not say is as in `before`. */
export function readFilter(values: FieldValues, before: SegmentFilter = ALL_GUESTS): SegmentFilter | null {
  const areaCodes = readCodes(values['areaCodes'], before.areaCodes)
  if (areaCodes === null) return null
  const { demo = before.demo } = values
  return {
    userType: pick(USER_TYPES, values['userType'], before.userType),
    contactMethod: pick(CONTACT_METHODS, values['contactMethod'], before.contactMethod),
    lastContacted: pick(PERIODS, values['lastContacted'], before.lastContacted),
    lastStay: pick(PERIODS, values['lastStay'], before.lastStay),
    location: pick(LOCATIONS, values['location'], before.location),
    areaCodes,
    demo: demo === true,
  }
}

/** A new segment as it is sent: its name is its id (specification section 7). */
export function toNewSegment(values: FieldValues): object {
  return { id: nameOf(values['name']), filter: readFilter(values) ?? ALL_GUESTS }
}

/** What is changed of one: its filter is sent as a whole. */
export function toSegmentPatch({ id, filter = ALL_GUESTS }: Segment, patch: FieldValues): object {
  return { id, filter: readFilter(patch, filter) ?? filter }
}

/** What is wrong with area codes as they are typed, in words; null: nothing. */
export function checkAreaCodes(value: FieldValue): string | null {
  const read = readAreaCodes(typeof value === 'string' ? value : '')
  return 'problem' in read ? read.problem : null
}

function readCodes(value: FieldValue | undefined, before: string[]): string[] | null {
  if (typeof value !== 'string') return before
  const read = readAreaCodes(value)
  return 'problem' in read ? null : read.codes
}

function nameOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

function pick<Word extends string>(
  words: readonly Word[],
  value: FieldValue | undefined,
  otherwise: Word,
): Word {
  return words.find((word) => word === value) ?? otherwise
}
