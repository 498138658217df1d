/** What makes speech of words: the one thing that recordings and previews know of it. */
export interface Synthesiser {
  /** Names the voice: what another one has said is recorded anew. */
  voice: string
  /**
   * The bytes of an MP3, mono. Throws SpeechError where the voice fails, and whatever `stopped` says where nobody waits for
   * it any more.
   */
  speak(words: string, stopped: AbortSignal): Promise<Uint8Array>
  /** Ends what it has running. */
  stop(): Promise<void>
}

/** The voice died, hung or refused. The message is a sentence for people. */
export class SpeechError extends Error {
  override name = 'SpeechError'
}
