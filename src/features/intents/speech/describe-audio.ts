import type { SpeechCount, SpeechStatus } from '#src/contract/speech.ts'
import { isSpeakable, saysTime, tidyWords } from '#src/domain/speech/spoken-words.ts'

/** How much of what an intent says has audio; `nothing`: it says nothing. */
export type AudioShare = 'all' | 'partial' | 'none' | 'nothing'

export interface AudioWords {
  /** What the list says in its column. */
  short: string
  /** Specification section 8. */
  sentence: string
}

export const AUDIO_WORDS: Readonly<Record<AudioShare, AudioWords>> = {
  all: { short: 'All', sentence: 'All strings are recorded.' },
  partial: { short: 'Some', sentence: 'Only some strings are recorded.' },
  none: { short: 'None', sentence: 'Please save the intent to update audio files.' },
  nothing: { short: '–', sentence: 'There is nothing to record.' },
}

export function readShare({ strings, recorded }: SpeechCount): AudioShare {
  if (strings === 0) return 'nothing'
  if (recorded >= strings) return 'all'
  return recorded > 0 ? 'partial' : 'none'
}

/** What is known of the audio of an intent that is edited. */
export interface KnownAudio {
  /** The response as it stands in the form. */
  words: string
  /** It is not in the environment yet. */
  isNew: boolean
  /** Undefined: not read. */
  status: SpeechStatus | undefined
  /** Whether there is saved audio of `words`; undefined: not known. */
  isSaved: boolean | undefined
}

export interface DescribedAudio {
  tone: AudioShare | 'recording' | 'mute'
  sentence: string
  /** Why, where there is a reason; null: there is none. */
  reason: string | null
}

/** What the editor says of the audio; null: nothing is known, and nothing is said. */
export function describeAudio({ words, isNew, status, isSaved }: KnownAudio): DescribedAudio | null {
  if (status?.problem !== undefined) {
    return { tone: 'mute', sentence: 'This environment has no voice.', reason: status.problem }
  }
  const isKnown = isSaved === false || saysTime(words) || isNew
  if (isSpeakable(words) && isKnown && !(status?.text ?? []).includes(tidyWords(words))) {
    return { tone: 'none', sentence: AUDIO_WORDS.none.sentence, reason: null }
  }
  if (status === undefined) return null
  if (status.recording === true) return { tone: 'recording', sentence: 'Recording…', reason: null }
  const recorded = status.audio.filter((address) => address !== null).length
  const tone = readShare({ strings: status.text.length, recorded })
  return { tone, sentence: AUDIO_WORDS[tone].sentence, reason: null }
}

/** Whether a status may become another one by itself, so that it is worth asking again. */
export function isUnfinished({ text, audio, problem, recording }: SpeechStatus): boolean {
  if (problem !== undefined || text.length === 0) return false
  return recording ?? audio.includes(null)
}
