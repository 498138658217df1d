import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('a message that arrived in a chat which was removed since may be unknown for ever without keys', () =>
  expectToHold({
    manner: 'none',
    seed: 1_349_255_691,
    returns: true,
    steps: [
      { type: 'write', takesOver: true, device: 1, tab: 1, chat: 1 },
      { type: 'faults', device: 0, on: 'writes', faults: ['error-500'] },
      { type: 'write', takesOver: true, device: 0, tab: 1, chat: 4 },
      { type: 'write', takesOver: true, device: 1, tab: 1, chat: 3, hasFile: true },
      { type: 'write', takesOver: true, device: 0, tab: 0, chat: 0 },
      { type: 'wait', ms: 1_000 },
      { type: 'kill-at', nth: 1, when: 'before', device: 0, tab: 3 },
      { type: 'remove-chat', chat: 4 },
      { type: 'wait', ms: 2_500 },
    ],
  }))
