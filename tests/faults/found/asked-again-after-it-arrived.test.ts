import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('what is asked again after it had arrived was meant as it was seen at first', () =>
  expectToHold({
    manner: 'all',
    seed: 1742539127,
    returns: true,
    steps: [
      { type: 'ticket', device: 0, tab: 2, chat: 0 },
      { type: 'write', takesOver: true, device: 1, tab: 3, chat: 1 },
      { type: 'open', device: 0, tab: 3 },
      { type: 'wait', ms: 1 },
      { type: 'wait', ms: 1 },
      { type: 'wait', ms: 30 },
      { type: 'wait', ms: 60 },
      { type: 'write', takesOver: true, device: 0, tab: 2, chat: 0 },
      { type: 'faults', device: 0, on: 'reads', faults: ['busy-429-after'] },
      { type: 'return', device: 0, tab: 1, chat: 3 },
      { type: 'faults', device: 0, on: 'reads', faults: ['conflict', 'error-500', 'unauthorized'] },
      { type: 'write', takesOver: true, device: 0, tab: 0, chat: 2 },
      { type: 'update', device: 0 },
      { type: 'wait', ms: 60 },
      { type: 'clock', device: 0, offsetMs: -90000 },
      { type: 'wait', ms: 1000 },
      { type: 'sign-in', who: 'same', device: 0, tab: 1 },
      { type: 'wait', ms: 1000 },
      { type: 'again', isConfirmed: false, device: 0, tab: 3, chat: 3 },
    ],
  }))
