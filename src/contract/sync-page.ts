import * as v from 'valibot'
import { readChat, readMessage } from './chats.ts'
import { idSchema } from './lenient.ts'

/** One page of `GET /api/sync` (CONTRACT section 2). */
export const syncPageSchema = v.object({
  cursor: v.string(),
  more: v.boolean(),
  reset: v.boolean(),
  chats: v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => rows.map((row) => readChat(row))),
  ),
  messages: v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => rows.map((row) => readMessage(row))),
  ),
  removed: v.optional(
    v.object({
      chats: v.optional(v.array(idSchema), []),
      messages: v.optional(v.array(idSchema), []),
    }),
    { chats: [], messages: [] },
  ),
})
export type SyncPage = v.InferOutput<typeof syncPageSchema>
