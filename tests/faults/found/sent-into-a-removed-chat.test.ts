import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('a message that was accepted in a chat which is gone by the next look waits for no row of it', () =>
  expectToHold({
    manner: 'none',
    seed: 2_147_483_646,
    returns: true,
    steps: [
      { type: 'guest', chat: 3, asksForHelp: true },
      { type: 'resolve-and-return', device: 1, tab: 0, chat: 0 },
      { type: 'write', takesOver: true, device: 1, tab: 3, chat: 2 },
      { type: 'clear-mirror', device: 0, tab: 2 },
      { type: 'wait', ms: 1_000 },
      { type: 'kill-at', nth: 3, when: 'after', device: 1, tab: 0 },
      { type: 'write', takesOver: true, device: 1, tab: 2, chat: 3 },
      { type: 'remove-chat', chat: 4 },
    ],
  }))
