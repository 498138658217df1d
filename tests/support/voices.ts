import { setTimeout as delay } from 'node:timers/promises'
import type { ChosenVoice } from '#server/speech/choose-voice.ts'
import { SpeechError, type Synthesiser } from '#server/speech/synthesiser.ts'

/** A frame of an MP3: what players know it by. */
const MP3 = [0xff, 0xf3, 0x60, 0xc4]

/** A voice in memory that says what it was asked, and fails as the test wants. */
export interface TestVoice extends Synthesiser {
  chosen: ChosenVoice
  said: string[]
  /** Fails on what is the same as this, until it is deleted. */
  failing: Set<string>
  /** Holds on to everything that it is asked from now on; returns what lets it go. */
  hold(): () => void
  /** How many wait in it. */
  holding(): number
}

export function createTestVoice(voice = 'a test voice'): TestVoice {
  const said: string[] = []
  const failing = new Set<string>()
  let gate: Promise<void> = Promise.resolve()
  let holding = 0
  const synthesiser: Synthesiser = {
    voice,
    async speak(words, stopped) {
      said.push(words)
      holding += 1
      const passed = new AbortController()
      try {
        await Promise.race([gate, waitForEnd(AbortSignal.any([stopped, passed.signal]))])
      } finally {
        holding -= 1
        passed.abort()
      }
      stopped.throwIfAborted()
      if (failing.has(words)) throw new SpeechError('The voice is hoarse.')
      return Buffer.concat([Buffer.from(MP3), Buffer.from(words)])
    },
    stop: () => Promise.resolve(),
  }
  return {
    ...synthesiser,
    chosen: { synthesiser },
    said,
    failing,
    hold() {
      let release: () => void = () => undefined
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    holding: () => holding,
  }
}

/** The words of an MP3 of a test voice. */
export function readSaid(mp3: Uint8Array): string {
  return Buffer.from(mp3.subarray(MP3.length)).toString()
}

async function waitForEnd(signal: AbortSignal): Promise<void> {
  await delay(2 ** 30, undefined, { signal, ref: false }).catch(() => undefined)
}
