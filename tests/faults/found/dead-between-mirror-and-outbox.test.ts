import { it } from 'vitest'
import { expectToHold } from './hold.ts'

const at = { device: 0, tab: 0 } as const

it('what the mirror shows is not asked about again, although its tab died before the outbox let go of it', () =>
  expectToHold({
    manner: 'all',
    seed: 1,
    returns: true,
    steps: [
      { type: 'write', takesOver: true, chat: 0, ...at },
      { type: 'wait', ms: 1_000 },
      { type: 'freeze', device: 0, tab: 1 },
      { type: 'faults', device: 0, on: 'writes', faults: ['lose'] },
      { type: 'kill-at', nth: 0, when: 'after', site: 'src/sync/apply-page.ts applyPage 1', ...at },
      { type: 'kill-at', nth: 0, when: 'after', site: 'src/sync/apply-frames.ts applyFrames 1', ...at },
      { type: 'write', takesOver: false, chat: 0, ...at },
      { type: 'wait', ms: 300 },
      { type: 'cut', device: 0 },
      { type: 'wait', ms: 16 * 60_000 },
    ],
  }))
