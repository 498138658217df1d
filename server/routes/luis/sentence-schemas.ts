import * as v from 'valibot'
import { MAX_QUESTION_CHARS } from '#src/contract/limits.ts'
import { MAX_ID_CHARS, wordsSchema } from '../../http/text-schemas.ts'

/** As many as the list has at most. */
const MAX_KEYS = 2_000
const MAX_TEXTS = 10
const MAX_NAME_CHARS = 100

const seenFields = {
  keys: v.pipe(
    v.array(wordsSchema('The key of a sentence', MAX_ID_CHARS), 'The keys are no list of keys.'),
    v.minLength(1, 'There is no sentence.'),
    v.maxLength(MAX_KEYS, `There are more than ${MAX_KEYS} sentences at once.`),
  ),
  until: v.pipe(
    v.string('The time of the newest sentence is missing.'),
    v.isoTimestamp('The time of the newest sentence is no time.'),
    v.transform((time) => new Date(time)),
    v.check((time) => !Number.isNaN(time.getTime()), 'The time of the newest sentence is no time.'),
  ),
  count: v.pipe(
    v.number('The number of sentences is missing.'),
    v.integer('The number of sentences is no whole number.'),
    v.minValue(1, 'The number of sentences is less than one.'),
  ),
}

/** `POST /api/luis/not-understood/dismiss`: the wordings, and what of them was seen. */
export const seenSentencesSchema = v.object(seenFields)

/** `POST /api/luis/not-understood/use`: the questions that an intent is to have, and what they are made of. */
export const usedSentencesSchema = v.object({
  ...seenFields,
  texts: v.pipe(
    v.array(wordsSchema('The question', MAX_QUESTION_CHARS), 'The questions are no list of texts.'),
    v.minLength(1, 'There is no question.'),
    v.maxLength(MAX_TEXTS, `There are more than ${MAX_TEXTS} questions at once.`),
  ),
  intentName: wordsSchema('The name of the intent', MAX_NAME_CHARS),
})

/** `POST /api/luis/go-back`. */
export const goBackSchema = v.object({ modelId: wordsSchema('The version', MAX_ID_CHARS) })
