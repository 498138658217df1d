import * as v from 'valibot'
import { isIntentAction, type IntentAction } from '#src/contract/intents.ts'
import { MAX_MESSAGE_CHARS, MAX_QUESTION_CHARS } from '#src/contract/limits.ts'
import { failInvalid } from '../../errors.ts'
import { flagSchema, MAX_ID_CHARS, optionalSchema, wordsSchema } from '../../http/text-schemas.ts'
import type { BotDialog } from '../../store/bot/dialog.ts'
import { createTextKey } from '../../text.ts'

const MAX_NAME_CHARS = 100
const MAX_URL_CHARS = 2_000
const MAX_EXTERNAL_ID_CHARS = 200
const MAX_CHOICES = 10
/** Questions of one call. */
const MAX_NEW_QUESTIONS = 100
/** The one version that there is (specification section 7). */
export const VERSION = '0.1'

/** How many choices a type has (specification section 5), and how that is said. */
const CHOICES: Record<IntentAction, { min: number; max: number; problem: string }> = {
  message: { min: 0, max: 0, problem: 'The type message has no choices.' },
  'yes/no': { min: 2, max: 2, problem: 'The type yes/no has two choices.' },
  choice: { min: 2, max: MAX_CHOICES, problem: `The type choice has 2 to ${MAX_CHOICES} choices.` },
  ticket: { min: 0, max: 0, problem: 'The type ticket has no choices.' },
  'ticket-user': { min: 1, max: 1, problem: 'The type ticket-user has one choice.' },
  'ticket-options': {
    min: 2,
    max: MAX_CHOICES,
    problem: `The type ticket-options has 2 to ${MAX_CHOICES} choices.`,
  },
}

/** May be left out; then, and where it is null, it is empty. */
const textSchema = (name: string, maxChars: number) =>
  v.pipe(
    optionalSchema(name, maxChars),
    v.transform((text) => text ?? ''),
  )
const urlSchema = v.pipe(
  textSchema('The link', MAX_URL_CHARS),
  v.check(
    (url) => url === '' || isWebAddress(url),
    'The link is no address that begins with http:// or https://.',
  ),
)
const saidFields = {
  response: textSchema('The response', MAX_MESSAGE_CHARS),
  url: urlSchema,
  redirectTo: textSchema('The redirect', MAX_ID_CHARS),
}
const choiceSchema = v.object(
  { name: wordsSchema('The name of a choice', MAX_NAME_CHARS), ...saidFields },
  'The choices are no list of choices.',
)
const configSchema = v.object(
  {
    ...saidFields,
    type: v.optional(
      v.pipe(
        v.string('The type is no text.'),
        v.check(
          isIntentAction,
          'The type is none of message, yes/no, choice, ticket, ticket-user and ticket-options.',
        ),
      ),
      'message',
    ),
    isEnabled: v.optional(flagSchema('Whether it is enabled'), true),
    department: textSchema('The department', MAX_ID_CHARS),
    requiresAuth: v.optional(flagSchema('Whether guests must be in the house'), false),
    externalTicketSKU: textSchema('The SKU', MAX_EXTERNAL_ID_CHARS),
    externalDepartmentId: textSchema('The outside department', MAX_EXTERNAL_ID_CHARS),
    choices: v.pipe(
      v.optional(v.nullable(v.array(choiceSchema, 'The choices are no list of choices.')), null),
      v.transform((choices) => choices ?? []),
    ),
    intent: textSchema('The intent', MAX_NAME_CHARS),
    intentId: textSchema('The intent', MAX_ID_CHARS),
  },
  'The configuration is missing.',
)

/** `POST /api/luis/intents/` and `PUT …/{id}`. */
export const intentSchema = v.object({ name: wordsSchema('The name', MAX_NAME_CHARS) })

/** `POST /api/luis/questions`. */
export const newQuestionsSchema = v.pipe(
  v.array(
    v.object(
      {
        text: wordsSchema('The question', MAX_QUESTION_CHARS),
        intentName: wordsSchema('The name of the intent', MAX_NAME_CHARS),
      },
      'The body is no list of questions.',
    ),
    'The body is no list of questions.',
  ),
  v.minLength(1, 'There is no question.'),
  v.maxLength(MAX_NEW_QUESTIONS, `There are more than ${MAX_NEW_QUESTIONS} questions at once.`),
)

/** `POST /api/luis/dialog/`. */
export const dialogRequestSchema = v.object({
  type: v.literal('luisIntent', 'The dialog is none of an intent.'),
  config: configSchema,
})
export type DialogRequest = v.InferOutput<typeof dialogRequestSchema>

/** `POST /api/luis/publish/`: there is one version, and no staging. */
export const publishSchema = v.object({
  versionId: v.optional(v.literal(VERSION, `The version is not ${VERSION}, which is the only one.`), VERSION),
  isStaging: v.optional(v.literal(false, 'There is no staging here.'), false),
})

/** What holds between the fields of a dialog. Throws 422. */
export function checkDialog(dialog: BotDialog): void {
  const { type, choices, department } = dialog
  if (!isIntentAction(type)) return
  const { min, max, problem } = CHOICES[type]
  if (choices.length < min || choices.length > max) throw failInvalid(problem)
  if (new Set(choices.map(({ name }) => createTextKey(name))).size < choices.length) {
    throw failInvalid('The choices have the same name twice.')
  }
  if (type.startsWith('ticket') && department === '') throw failInvalid('The department is missing.')
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
