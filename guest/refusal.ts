import * as v from 'valibot'

/** Why the hotel did not take something: the code of its answer, and its own English words. Either may be empty. */
export interface Refusal {
  code: string
  message: string
}

/** As it is kept between visits. Pages of earlier builds kept the words alone. */
export const refusalSchema = v.union([
  v.object({ code: v.string(), message: v.string() }),
  v.pipe(
    v.string(),
    v.transform((message): Refusal => ({ code: '', message })),
  ),
])

/** Something that the guest should know of the conversation. */
export type Notice =
  /** The hotel does not know the earlier one any more. */
  | { kind: 'newConversation' }
  | { kind: 'refused'; refusal: Refusal }
  /** What was written is kept, and goes by itself. */
  | { kind: 'later'; refusal: Refusal }
