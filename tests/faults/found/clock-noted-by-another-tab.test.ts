import { it } from 'vitest'
import { expectToHold } from './hold.ts'

it('a tab that leads again knows that another one has noted the clock meanwhile', () =>
  expectToHold({
    manner: 'all',
    seed: 853859645,
    returns: true,
    steps: [
      { type: 'clock', device: 0, offsetMs: -90_000 },
      { type: 'steal', device: 0 },
      { type: 'wait', ms: 2_500 },
      { type: 'kill', device: 0, tab: 1 },
    ],
  }))
