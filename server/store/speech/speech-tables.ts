import type { InstantDefaultNow } from '../column-types.ts'

/** Recorded speech. */
export interface SpeechAudioTable {
  /** Made of the voice and the words: the same words are recorded once, whoever says them. */
  key: string
  mp3: Uint8Array
  createdAt: InstantDefaultNow
}
