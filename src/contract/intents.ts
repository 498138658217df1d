import * as v from 'valibot'
import { configRowFields, looseTextSchema, type ConfigRow } from './config-rows.ts'
import { idSchema, listOfReadable, rowSchema, rowsSchema, type LenientFields } from './lenient.ts'
import { speechCountSchema, type SpeechCount } from './speech.ts'

/** What an intent does when a guest means it, with the words for people (specification section 9). */
export const INTENT_ACTIONS = {
  message: 'Message',
  'yes/no': 'Yes or no',
  choice: 'Choice',
  ticket: 'Ticket',
  'ticket-user': 'Ticket with the guest’s words',
  'ticket-options': 'Ticket with options',
} as const
export type IntentAction = keyof typeof INTENT_ACTIONS

export function isIntentAction(text: string): text is IntentAction {
  return Object.hasOwn(INTENT_ACTIONS, text)
}

/** What guests may choose, and what follows. */
const choiceSchema = v.object({
  name: v.string(),
  response: looseTextSchema,
  url: looseTextSchema,
  redirectTo: looseTextSchema,
})
export type IntentChoice = v.InferOutput<typeof choiceSchema>

/** A question that the intent is trained with. */
const questionSchema = v.object({ id: idSchema, text: v.string() })
export type IntentQuestion = v.InferOutput<typeof questionSchema>
export const questionsSchema = v.array(questionSchema)

/** What the bot says and does. Empty text is none: no link, no redirect, no department. */
const configSchema = v.object({
  response: looseTextSchema,
  url: looseTextSchema,
  /** One of `INTENT_ACTIONS`, or any other word. */
  type: v.optional(v.string(), 'message'),
  isEnabled: v.optional(v.boolean(), true),
  /** The id of a dialog, or the name of one of the bot's own (`GET /api/dialogs-list`). */
  redirectTo: looseTextSchema,
  /** The id of the department that the ticket goes to. */
  department: looseTextSchema,
  /** Only guests who are in the house get the ticket written. */
  requiresAuth: v.optional(v.boolean(), false),
  externalTicketSKU: looseTextSchema,
  externalDepartmentId: looseTextSchema,
  choices: listOfReadable(choiceSchema),
})
export type IntentConfig = v.InferOutput<typeof configSchema>

const dialogSchema = v.object({ config: configSchema })

/** An intent (specification section 3). */
export interface Intent extends ConfigRow {
  name: string
  questions: IntentQuestion[]
  /** One of the bot's own: it can't be deleted. */
  static: boolean
  /** Null: it has no question, and nothing can be trained. */
  stats: object | null
  /** Null: nothing was said yet of what it does. */
  dialog: { config: IntentConfig } | null
  /** (x) How much of what it says has audio; absent where its speech has to be asked for. */
  audio?: SpeechCount
}

const intentFields: LenientFields<Omit<Intent, 'unreadable'>> = {
  ...configRowFields,
  name: { schema: v.string(), otherwise: '' },
  questions: {
    schema: v.pipe(
      listOfReadable(questionSchema),
      v.transform((questions) => questions ?? []),
    ),
    otherwise: [],
  },
  static: { schema: v.optional(v.boolean(), false), otherwise: false },
  stats: {
    schema: v.pipe(
      v.nullish(v.looseObject({})),
      v.transform((stats) => stats ?? null),
    ),
    otherwise: null,
  },
  dialog: {
    schema: v.pipe(
      v.nullish(dialogSchema),
      v.transform((dialog) => dialog ?? null),
    ),
    otherwise: null,
  },
  audio: { schema: v.optional(speechCountSchema), otherwise: undefined },
}
export const intentsSchema = rowsSchema(intentFields)
export const intentSchema = rowSchema(intentFields)

/** `same`: the other intent has the question, in another spelling; `alike`: it is nearer to one of the other's. */
const warningSchema = v.object({
  question: v.string(),
  otherId: idSchema,
  otherName: v.string(),
  kind: v.picklist(['same', 'alike']),
})
export type TrainingWarning = v.InferOutput<typeof warningSchema>

/** A row of `GET /api/luis/train/` (CONTRACT section 6). */
export const trainingSchema = v.array(
  v.object({
    intentId: idSchema,
    details: v.object({
      status: v.string(),
      failureReason: v.optional(v.nullable(v.string())),
      /** Questions that may be taken for another intent's (an extension). A word of a later build hides no training. */
      warnings: v.fallback(v.optional(v.array(warningSchema)), undefined),
    }),
  }),
)
export type Training = v.InferOutput<typeof trainingSchema>
/** As long as one intent's training says so, it is not over. */
export const TRAINING_RUNS: readonly string[] = ['Queued', 'InProgress']

/** The bot's app (specification section 3): when it was published, where it was. */
export const botStatusSchema = v.object({
  name: v.optional(v.string(), ''),
  version: v.optional(v.string(), ''),
  publishedDateTime: v.optional(v.nullable(v.string())),
  lastPublishedDateTime: v.optional(v.nullable(v.string())),
})
export type BotStatus = v.InferOutput<typeof botStatusSchema>

/** The dialog of the bot's own in which it asks a person to come and falls silent. */
export const NEEDS_HELP = 'needs-help'

/** A row of `GET /api/dialogs-list`: where an intent may lead on to. */
export const dialogsSchema = v.array(v.object({ id: idSchema, name: v.string() }))
export type Dialog = v.InferOutput<typeof dialogsSchema>[number]
