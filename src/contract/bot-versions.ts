import * as v from 'valibot'
import { idSchema } from './lenient.ts'

const versionFields = {
  id: idSchema,
  /** When it was published first: what it is called by. */
  at: v.string(),
  /** When it was published last. */
  publishedAt: v.string(),
  questions: v.number(),
  intents: v.number(),
}
const versionSchema = v.object(versionFields)
export type BotVersion = v.InferOutput<typeof versionSchema>

/** `name`: null where nobody knows any more; `isGone`: deleted since, so that the bot does nothing about it. */
const intentSchema = v.object({ name: v.nullable(v.string()), isGone: v.boolean() })
export type VersionIntent = v.InferOutput<typeof intentSchema>

const changedSchema = v.object({ intent: intentSchema, text: v.string() })
export type ChangedQuestion = v.InferOutput<typeof changedSchema>

const differenceSchema = v.object({
  added: v.array(changedSchema),
  removed: v.array(changedSchema),
  moved: v.array(v.object({ text: v.string(), from: intentSchema, to: intentSchema })),
  /** How many there are of each; not all need be listed. */
  totals: v.object({ added: v.number(), removed: v.number(), moved: v.number() }),
})
export type VersionDifference = v.InferOutput<typeof differenceSchema>

/** `GET /api/luis/versions` (docs/decisions/046-what-was-not-understood.md): what going back would change. */
export const botVersionsSchema = v.object({
  /** `isPresent`: the questions that there are now are those that the bot answers by. */
  published: v.nullable(v.object({ ...versionFields, isPresent: v.boolean() })),
  former: v.nullable(versionSchema),
  difference: v.nullable(differenceSchema),
})
export type BotVersions = v.InferOutput<typeof botVersionsSchema>
