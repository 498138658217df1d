import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('a takeover that was accepted in a chat which is gone by the next look waits for no row of it', () =>
  expectToHold({
    manner: 'none',
    seed: 496_197_012,
    returns: false,
    steps: [
      { type: 'resolve', device: 1, tab: 0, chat: 2 },
      { type: 'wait', ms: 120 },
      { type: 'remove-chat', chat: 4 },
    ],
  }))
