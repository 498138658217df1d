import { it } from 'vitest'
import { expectToHold } from './hold.ts'

const chat = 2
const at = { device: 0, tab: 2 } as const

it('a thread that begins with our own message is not called complete before the guest’s earlier word is here', () =>
  expectToHold({
    manner: 'all',
    seed: 2_147_483_628,
    returns: false,
    steps: [
      { type: 'kill', device: 0, tab: 3 },
      { type: 'wait', ms: 2_500 },
      { type: 'write', takesOver: true, device: 0, tab: 3, chat: 3 },
      { type: 'write', takesOver: true, chat, ...at },
      { type: 'faults', device: 0, on: 'reads', faults: ['lose'] },
      { type: 'wait', ms: 30 },
      { type: 'steal', device: 0 },
      { type: 'guest', chat, asksForHelp: true },
    ],
  }))
