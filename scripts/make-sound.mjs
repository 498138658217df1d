// Makes public/sounds/needs-help.wav: two soft bell tones, a fourth apart. Run it by hand after a change: node
// scripts/make-sound.mjs. Written by us, so that it needs nobody's licence and is the same each time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FILE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'public/sounds/needs-help.wav')
/** The highest partial is far below half of it. */
const SAMPLE_RATE = 11_025
const SECONDS = 0.85
const HEADER_BYTES = 44
const LOUDEST = 0.55 * 32_767
const TONES = [
  { hz: 880, at: 0 },
  { hz: 1_174.66, at: 0.18 },
]
/** A bell's partials: multiples of the tone, how loud, and how fast they die, 1/s. */
const PARTIALS = [
  { times: 1, loud: 0.62, decay: 5 },
  { times: 2, loud: 0.24, decay: 8 },
  { times: 3.01, loud: 0.09, decay: 13 },
]
const ATTACK_S = 0.006
const FADE_S = 0.05

const count = Math.round(SAMPLE_RATE * SECONDS)
const wav = Buffer.alloc(HEADER_BYTES + 2 * count)
writeHeader(wav, 2 * count)
for (let index = 0; index < count; index += 1) {
  const sample = readSample(index / SAMPLE_RATE)
  wav.writeInt16LE(Math.round(LOUDEST * Math.max(-1, Math.min(1, sample))), HEADER_BYTES + 2 * index)
}
mkdirSync(dirname(FILE), { recursive: true })
writeFileSync(FILE, wav)

/** The sound at a time, -1 to 1. Starts and ends in silence, so that nothing clicks. */
function readSample(time) {
  const fade = Math.min(1, (SECONDS - time) / FADE_S)
  const sum = TONES.reduce((total, { hz, at }) => total + (time < at ? 0 : ringBell(hz, time - at)), 0)
  return fade * sum
}

function ringBell(hz, time) {
  const attack = Math.min(1, time / ATTACK_S)
  return PARTIALS.reduce(
    (total, { times, loud, decay }) =>
      total + attack * loud * Math.exp(-decay * time) * Math.sin(2 * Math.PI * hz * times * time),
    0,
  )
}

/** PCM, one channel, 16 bits. */
function writeHeader(buffer, dataBytes) {
  buffer.write('RIFF', 0, 'latin1')
  buffer.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  buffer.write('WAVEfmt ', 8, 'latin1')
  buffer.writeUInt32LE(16, 16)
  buffer.writeUInt16LE(1, 20)
  buffer.writeUInt16LE(1, 22)
  buffer.writeUInt32LE(SAMPLE_RATE, 24)
  buffer.writeUInt32LE(2 * SAMPLE_RATE, 28)
  buffer.writeUInt16LE(2, 32)
  buffer.writeUInt16LE(16, 34)
  buffer.write('data', 36, 'latin1')
  buffer.writeUInt32LE(dataBytes, 40)
}
