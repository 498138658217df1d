import * as v from 'valibot'

/** `GET /api/speech/statusForIntent/{id}`: what an intent says, and the address of each text's audio where it has any. */
export const speechStatusSchema = v.pipe(
  v.object({
    text: v.array(v.string()),
    audio: v.array(v.nullable(v.string())),
    /** (x) Why the environment has no voice, in a sentence. */
    problem: v.optional(v.string()),
    /** (x) Whether some of it is being recorded, or will be by itself; absent: nobody says. */
    recording: v.optional(v.boolean()),
  }),
  v.check(({ text, audio }) => text.length === audio.length),
)
export type SpeechStatus = v.InferOutput<typeof speechStatusSchema>

/** (x) Of an intent's row: how many texts it says, and how many of them have audio. */
export const speechCountSchema = v.object({ strings: v.number(), recorded: v.number() })
export type SpeechCount = v.InferOutput<typeof speechCountSchema>

/** Counts a status as an intent's row does. */
export function countSpeech({ text, audio }: Pick<SpeechStatus, 'text' | 'audio'>): SpeechCount {
  return { strings: text.length, recorded: audio.filter((address) => address !== null).length }
}
