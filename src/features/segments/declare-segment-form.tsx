import type { ReactNode } from 'react'
import type { Segment } from '#src/contract/segments.ts'
import type { Column, CustomField, ListDefinition, Option } from '#src/ui/list/declare-list.ts'
import { isBuiltIn } from './declare-segments.ts'
import { checkAreaCodes, readSegmentValues } from './segment-values.ts'

const MAX_NAME_CHARS = 100
const MAX_CODES_CHARS = 1_000

const USER_TYPES: readonly Option[] = [
  { value: 'all', label: 'All' },
  { value: 'prospects', label: 'Prospects' },
  { value: 'incoming', label: 'Incoming' },
  { value: 'inhouse', label: 'In house' },
  { value: 'previous', label: 'Previous' },
]
const CONTACT_METHODS: readonly Option[] = [
  { value: 'all', label: 'All' },
  { value: 'sms', label: 'SMS' },
  { value: 'facebook', label: 'Facebook' },
  { value: 'email', label: 'Email' },
]
const PERIODS: readonly Option[] = [
  { value: 'all', label: 'Any time' },
  { value: '24h', label: 'Within 24 hours' },
  { value: '7d', label: 'Within 7 days' },
  { value: '30d', label: 'Within 30 days' },
  { value: '365d', label: 'Within 365 days' },
]
const LOCATIONS: readonly Option[] = [
  { value: 'all', label: 'Anywhere' },
  { value: 'withinstate', label: 'Within the state' },
  { value: 'neighbor', label: 'Neighboring states' },
  { value: 'national', label: 'National' },
  { value: 'international', label: 'International' },
]

export interface SegmentFormContext {
  /** Whether it is there already: campaigns know a segment by its name, which stays. */
  isNew: boolean
  /** Draws whom the form means so far; null where the environment does not count. */
  renderPreview: ((field: CustomField) => ReactNode) | null
}

/** The form of a segment (specification sections 2, 5 and 9). */
export function declareSegmentForm({ isNew, renderPreview }: SegmentFormContext): ListDefinition<Segment> {
  return {
    type: 'segment',
    title: 'Segmentation',
    noun: { one: 'segment', many: 'segments' },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    isUndeletable: isBuiltIn,
    isUrlDriven: true,
    columns: [
      declareName(isNew),
      choice('userType', 'User type', USER_TYPES),
      choice('contactMethod', 'Contact method', CONTACT_METHODS),
      choice('lastContacted', 'Last contacted', PERIODS),
      choice('lastStay', 'Last stay', PERIODS),
      choice('location', 'Location', LOCATIONS),
      AREA_CODES,
      DEMO,
      ...(renderPreview === null ? [] : [declarePreview(renderPreview)]),
    ],
  }
}

function declareName(isNew: boolean): Column<Segment> {
  return {
    key: 'name',
    header: 'Name',
    kind: 'text',
    canEdit: 'form',
    isRequired: true,
    maxChars: MAX_NAME_CHARS,
    canChange: () => isNew,
    ...(!isNew && { hint: 'The name stays: campaigns know the segment by it.' }),
    read: ({ name }) => name,
  }
}

function choice(key: string, header: string, options: readonly Option[]): Column<Segment> {
  return {
    key,
    header,
    kind: 'select',
    canEdit: 'form',
    isRequired: true,
    options,
    read: (segment) => readSegmentValues(segment)[key],
  }
}

const AREA_CODES: Column<Segment> = {
  key: 'areaCodes',
  header: 'Area codes',
  kind: 'text',
  canEdit: 'form',
  maxChars: MAX_CODES_CHARS,
  hint: 'Digits with commas between, such as 702, 415. Empty: any.',
  validate: checkAreaCodes,
  read: (segment) => readSegmentValues(segment)['areaCodes'],
}

const DEMO: Column<Segment> = {
  key: 'demo',
  header: 'Demo Mode',
  kind: 'toggle',
  canEdit: 'form',
  hint: 'Switched on, the segment has nobody but test users: nothing reaches a real guest.',
  read: (segment) => readSegmentValues(segment)['demo'],
}

/** Nothing is typed in it: it shows what the other fields mean. */
function declarePreview(renderField: (field: CustomField) => ReactNode): Column<Segment> {
  return {
    key: 'preview',
    header: 'Guests',
    kind: 'custom',
    isSection: true,
    canEdit: 'form',
    initial: '',
    read: () => '',
    renderField,
  }
}
