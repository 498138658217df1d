import { Mp3Encoder } from '@breezystack/lamejs'

/** Enough for a voice: six kilobytes for a second. */
const KBIT_PER_SECOND = 48

/** Makes an MP3 of samples as they come: mono, 16 bit, `sampleRate` a second. */
export function createMp3Encoder(sampleRate: number): {
  add(samples: Int16Array): void
  finish(): Uint8Array
} {
  const encoder = new Mp3Encoder(1, sampleRate, KBIT_PER_SECOND)
  const parts: Uint8Array[] = []
  return {
    // What the encoder gives it uses again.
    add: (samples) => void parts.push(Uint8Array.from(encoder.encodeBuffer(samples))),
    finish() {
      parts.push(Uint8Array.from(encoder.flush()))
      return Uint8Array.from(Buffer.concat(parts))
    },
  }
}
