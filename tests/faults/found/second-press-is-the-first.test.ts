import { it } from 'vitest'
import { expectToHold } from './hold.ts'

const at = { device: 0, tab: 0, chat: 1 } as const

it('who presses again, with their own name there by now, means the colleague whom they saw at first', () =>
  expectToHold({
    manner: 'all',
    seed: 2_138_875_381,
    returns: false,
    steps: [
      { type: 'write', takesOver: true, device: 1, tab: 3, chat: 4 },
      { type: 'wait', ms: 120 },
      { type: 'faults', device: 0, on: 'writes', faults: ['lose-500', 'half-json', 'hang'] },
      { type: 'write', takesOver: true, ...at },
      { type: 'wait', ms: 300 },
      { type: 'take', ...at },
    ],
  }))
