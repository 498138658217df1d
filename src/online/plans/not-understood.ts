import * as v from 'valibot'
import { fetchNotUnderstood } from '#src/api/not-understood.ts'
import { notUnderstoodSchema, type NotUnderstood } from '#src/contract/not-understood.ts'
import type { ListPlan } from '../list-writes.ts'

/** What the bot did not understand, as one row: its groups are made anew with each reading. */
export type NotUnderstoodRow = NotUnderstood & { id: string }

const ID = 'not-understood'

/** Only where the environment announced it. */
export const NOT_UNDERSTOOD: ListPlan<NotUnderstoodRow, object> = {
  name: ID,
  hint: 'intents',
  schema: v.array(v.object({ id: v.string(), ...notUnderstoodSchema.entries })),
  list: async (session, signal) => [{ id: ID, ...(await fetchNotUnderstood(session, signal)) }],
}
