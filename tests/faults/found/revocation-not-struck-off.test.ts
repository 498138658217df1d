import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('a token whose revocation the device could not strike off is revoked once more, and struck off', () =>
  expectToHold({
    manner: 'all',
    // A chance with which disks take time: the write that fails is the one that strikes it off.
    seed: 16,
    returns: false,
    steps: [
      { type: 'sign-out', choice: 'keep', device: 1, tab: 1 },
      { type: 'abort', count: 2, device: 1, tab: 0 },
      { type: 'wait', ms: 6_000 },
    ],
  }))
