import * as v from 'valibot'
import type { Settings } from '../settings-types.ts'

const OFF = 'off'
const URL_EXPECTED =
  "an https address such as https://voice.example/v1/speech (http for this machine only), or 'off'"
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The settings of speech as the process's environment has them. */
export const SPEECH_SETTINGS = {
  SPEECH_URL: v.optional(v.pipe(v.string(), v.trim(), v.check(isVoiceAddress, URL_EXPECTED))),
  SPEECH_KEY: v.optional(v.pipe(v.string(), v.trim())),
}

/** `SPEECH_URL` and `SPEECH_KEY` go together, unless speech is switched off. */
export function readSpeechSettings({
  SPEECH_URL: url,
  SPEECH_KEY: key,
}: {
  SPEECH_URL?: string | undefined
  SPEECH_KEY?: string | undefined
}): Pick<Settings, 'speech' | 'speechUrl' | 'speechKey'> {
  if (url === OFF) return { speech: 'off', speechUrl: null, speechKey: null }
  return { speech: 'on', speechUrl: url ?? null, speechKey: key ?? null }
}

/** Guests' and staff's words, and the key, leave this machine encrypted only. */
function isVoiceAddress(value: string): boolean {
  if (value === OFF) return true
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  if (username + password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}
