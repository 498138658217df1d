import { createRequire } from 'node:module'
import type { Settings } from '../settings-types.ts'
import { CloudVoice } from './cloud-voice.ts'
import { EspeakThread, type EspeakOptions } from './espeak-thread.ts'
import type { Synthesiser } from './synthesiser.ts'

/** Not part of the build: its licence is the GPL, and an installation may do without it. */
const ESPEAK = '@echogarden/espeak-ng-emscripten'

/** A voice, or why there is none, in a sentence for people. */
export type ChosenVoice = { synthesiser: Synthesiser } | { problem: string }

/** What only tests set: a voice in place of the settings', and the limits of eSpeak's thread. */
export interface SpeechOptions {
  voice?: ChosenVoice
  espeak?: EspeakOptions
}

/** The voice that the settings ask for: a service's, eSpeak NG where it is installed, or none. */
export function chooseVoice(
  { speech, speechUrl, speechKey }: Pick<Settings, 'speech' | 'speechUrl' | 'speechKey'>,
  { voice, espeak }: SpeechOptions = {},
): ChosenVoice {
  if (voice !== undefined) return voice
  if (speech === 'off') return { problem: 'Speech is switched off here (SPEECH_URL=off).' }
  if (speechUrl !== null && speechKey !== null) {
    return { synthesiser: new CloudVoice({ url: speechUrl, key: speechKey }) }
  }
  if (isInstalled(ESPEAK)) return { synthesiser: new EspeakThread(espeak) }
  return { problem: `The package ${ESPEAK} is not installed here, and SPEECH_URL names no voice service.` }
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
