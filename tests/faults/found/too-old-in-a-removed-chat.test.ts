import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('an old message that arrived in a chat which was removed since is asked for by its key, and not held', () =>
  expectToHold({
    manner: 'all',
    seed: 1_694_241_666,
    returns: false,
    steps: [
      { type: 'write', takesOver: true, device: 1, tab: 0, chat: 2 },
      { type: 'kill-at', nth: 43, when: 'before', device: 1, tab: 3 },
      { type: 'wait', ms: 960_000 },
      { type: 'remove-chat', chat: 4 },
    ],
  }))
