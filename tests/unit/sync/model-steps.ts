import fc from 'fast-check'
import type { Fault } from '#tests/support/fault-fetch.ts'

/** What happens in one moment: somebody acts, a console works, or the weather changes. */
export type Step =
  | { type: 'write'; desk: 0 | 1; chat: 0 | 1 }
  | { type: 'take' | 'return'; desk: 0 | 1; chat: 0 | 1 }
  | { type: 'guest'; chat: 0 | 1 }
  | { type: 'flush' | 'sync' | 'restart' | 'frames'; desk: 0 | 1 }
  | { type: 'weather'; desk: 0 | 1; on: 'changes' | 'all'; faults: Fault[] }
  | { type: 'insist'; desk: 0 | 1; chat: 0 | 1 }
  | { type: 'wait'; desk: 0 | 1; ms: number }

const side = fc.constantFrom<0 | 1>(0, 1)
const fault = fc.constantFrom<Fault>(
  'pass',
  'pass',
  'drop',
  'lose',
  'lose',
  'html',
  'half-json',
  'error-500',
  'busy',
)
/** Any step; what moves messages comes more often. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('write' as const), desk: side, chat: side }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('take' as const, 'take' as const, 'return' as const, 'insist' as const),
      desk: side,
      chat: side,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('guest' as const), chat: side }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'flush' as const,
        'flush' as const,
        'sync' as const,
        'restart' as const,
        'frames' as const,
      ),
      desk: side,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('weather' as const),
      desk: side,
      on: fc.constantFrom('changes' as const, 'changes' as const, 'all' as const),
      faults: fc.array(fault, { maxLength: 3 }),
    }),
  },
  fc.record({
    type: fc.constant('wait' as const),
    desk: side,
    ms: fc.constantFrom(500, 5_000, 20_000, 120_000),
  }),
)
