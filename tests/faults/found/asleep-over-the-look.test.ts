import { it } from 'vitest'
import { expectToHold } from './hold.ts'

const at = { device: 0, tab: 0, chat: 0 } as const

it('a message whose page slept over the look at its chat is not sent half an hour later', () =>
  expectToHold({
    manner: 'none',
    seed: 2,
    returns: true,
    steps: [
      { type: 'kill', device: 0, tab: 1 },
      { type: 'take', ...at },
      { type: 'wait', ms: 2_500 },
      { type: 'write', takesOver: false, ...at },
      { type: 'freeze', device: 0, tab: 0 },
      { type: 'wait', ms: 32 * 60_000 },
    ],
  }))
