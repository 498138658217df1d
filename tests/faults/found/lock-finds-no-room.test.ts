import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('a 401 that could not be noted, and that the environment does not say again, stops no sending for good', () =>
  expectToHold({
    manner: 'all',
    seed: 1_222_245_186,
    returns: true,
    steps: [
      { type: 'guest', chat: 3, asksForHelp: false },
      { type: 'half-open', device: 1 },
      { type: 'wait', ms: 300 },
      { type: 'guest', chat: 1, asksForHelp: false },
      { type: 'pass', device: 0, tab: 3, chat: 2 },
      { type: 'faults', device: 0, on: 'all', faults: ['busy-429', 'half-json', 'unauthorized'] },
      { type: 'wait', ms: 300 },
      { type: 'write', takesOver: false, device: 0, tab: 1, chat: 1 },
      { type: 'full', count: 1, device: 0, tab: 3 },
      { type: 'wait', ms: 120 },
    ],
  }))
