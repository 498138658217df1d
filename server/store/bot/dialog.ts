import * as v from 'valibot'
import { NEEDS_HELP } from '#src/contract/intents.ts'

/** The bot's own dialogs, to which intents may lead on: it asks a person to come and falls silent. */
export const OWN_DIALOGS: readonly { id: string; name: string }[] = [{ id: NEEDS_HELP, name: 'Ask a person' }]

const textSchema = v.optional(v.string(), '')

const choiceSchema = v.object({
  name: v.string(),
  response: textSchema,
  url: textSchema,
  redirectTo: textSchema,
})
export type DialogChoice = v.InferOutput<typeof choiceSchema>

const cardSchema = v.object({
  title: v.string(),
  subtitle: v.optional(v.string()),
  text: v.optional(v.string()),
  /** A row of `bot_pictures`. */
  picture: v.optional(v.string()),
  buttons: v.optional(v.array(v.object({ type: v.string(), title: v.string(), value: v.string() }))),
})

/** What the bot does when it understood an intent; stored as JSON. Empty text is none. */
export const dialogSchema = v.object({
  response: textSchema,
  url: textSchema,
  /** One of `INTENT_ACTIONS`; a later build may know others. */
  type: v.optional(v.string(), 'message'),
  isEnabled: v.optional(v.boolean(), true),
  /** An intent's id, or one of `OWN_DIALOGS`. */
  redirectTo: textSchema,
  /** The id of the department that gets the ticket. */
  department: textSchema,
  requiresAuth: v.optional(v.boolean(), false),
  externalTicketSKU: textSchema,
  externalDepartmentId: textSchema,
  choices: v.optional(v.array(choiceSchema), []),
  /** The hotel's own gallery, which the wire does not know. Up to three are shown. */
  cards: v.optional(v.array(cardSchema)),
})
export type BotDialog = v.InferOutput<typeof dialogSchema>

/** An intent as it is created: its trained questions and its dialog. */
export interface IntentSeed {
  name: string
  isStatic: boolean
  dialog: v.InferInput<typeof dialogSchema>
  questions: readonly string[]
}
