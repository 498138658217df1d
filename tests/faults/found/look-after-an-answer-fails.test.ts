import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('a chat that could not be read after a resolve is asked for until it has come', () =>
  expectToHold({
    manner: 'none',
    seed: 23,
    returns: false,
    steps: [
      { type: 'faults', device: 1, on: 'writes', faults: ['late'] },
      { type: 'expire', device: 0 },
      { type: 'kill', device: 0, tab: 3 },
      { type: 'wait', ms: 30 },
      { type: 'full', count: 1, device: 0, tab: 3 },
      { type: 'resolve', device: 1, tab: 0, chat: 2 },
      { type: 'faults', device: 1, on: 'all', faults: ['lose-500', 'late'] },
      { type: 'sign-out', choice: 'discard', device: 0, tab: 3 },
      { type: 'hide', device: 1, tab: 0 },
      { type: 'wait', ms: 2_500 },
      { type: 'abort', count: 1, device: 1, tab: 3 },
      { type: 'resolve', device: 1, tab: 0, chat: 2 },
      { type: 'wait', ms: 6_000 },
    ],
  }))
