import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it.each([1, 4])(
  'a leader that slept while another tab signed out asks for nothing when it thaws (chance %i)',
  (seed) =>
    expectToHold({
      manner: 'all',
      seed,
      returns: false,
      steps: [
        { type: 'freeze', device: 0, tab: 0 },
        { type: 'sign-out', choice: 'keep', device: 0, tab: 1 },
        { type: 'guest', chat: 0, asksForHelp: true },
        { type: 'steal', device: 0 },
        { type: 'wait', ms: 6_000 },
      ],
    }),
)
