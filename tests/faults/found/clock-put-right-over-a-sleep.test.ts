import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it.each(['all', 'none'] as const)(
  'what waits for a time of the clock goes when the clock is put right (capabilities: %s)',
  (manner) =>
    expectToHold({
      manner,
      seed: 864145627,
      returns: false,
      steps: [
        { type: 'write', takesOver: true, device: 1, tab: 0, chat: 1, hasFile: true },
        { type: 'ticket', device: 1, tab: 1, chat: 0 },
        { type: 'clock', device: 1, offsetMs: -90_000 },
        { type: 'wait', ms: 300 },
      ],
    }),
)
