import * as v from 'valibot'
import { CONTACT_METHODS, LOCATIONS, PERIODS, USER_TYPES } from '#src/contract/segments.ts'
import { wordsSchema } from '../../http/text-schemas.ts'

const MAX_NAME_CHARS = 100
const MAX_AREA_CODES = 200
const AREA_CODE = /^\d{1,6}$/

const oneOf = <const T extends readonly string[]>(name: string, options: T) =>
  v.optional(v.picklist(options, `${name} is none of ${options.join(', ')}.`), 'all')

/** A segment's options (specification section 9). */
export const filterSchema = v.object({
  userType: oneOf('The user type', USER_TYPES),
  contactMethod: oneOf('The contact method', CONTACT_METHODS),
  lastContacted: oneOf('Last contacted', PERIODS),
  lastStay: oneOf('Last stay', PERIODS),
  location: oneOf('The location', LOCATIONS),
  areaCodes: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string('An area code is no text.'),
          v.trim(),
          v.regex(
            AREA_CODE,
            ({ input }) => `'${input}' is no area code such as 702: digits alone, without the country's.`,
          ),
        ),
      ),
      v.maxLength(MAX_AREA_CODES, `A segment has at most ${MAX_AREA_CODES} area codes.`),
      v.transform((codes) => [...new Set(codes)]),
    ),
    [],
  ),
  demo: v.optional(v.boolean('Demo Mode is neither on nor off.'), false),
})

/** What is posted and put: the id is the name (s). */
export const segmentSchema = v.object({
  id: wordsSchema('The name', MAX_NAME_CHARS),
  filter: v.optional(filterSchema, {}),
})

export const runSchema = v.object({ testUsersOnly: v.optional(v.boolean(), false) })
