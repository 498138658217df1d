import * as v from 'valibot'

const cardSchema = v.object({
  title: v.string(),
  subtitle: v.optional(v.string()),
  text: v.optional(v.string()),
  /** A row of `bot_pictures`. */
  picture: v.optional(v.string()),
  buttons: v.optional(v.array(v.object({ type: v.string(), title: v.string(), value: v.string() }))),
})

/** What the bot does when it understood an intent; stored as JSON. A kind that this build does not know is a handover. */
export const dialogSchema = v.object({
  /** `message` answers; `handover` asks a person to come and falls silent. */
  type: v.fallback(v.picklist(['message', 'handover']), 'handover'),
  response: v.string(),
  /** Up to three are shown. */
  cards: v.optional(v.array(cardSchema)),
})
export type BotDialog = v.InferOutput<typeof dialogSchema>

/** An intent as it is created: its trained questions and its dialog. */
export interface IntentSeed {
  name: string
  isStatic: boolean
  dialog: BotDialog
  questions: readonly string[]
}
