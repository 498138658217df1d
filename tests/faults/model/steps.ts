import fc from 'fast-check'
import type { FaultTarget } from './line.ts'
import type { FrameFault, RequestFault } from './line-faults.ts'

/** Which device, which of its tabs, which chat. */
interface At {
  device: 0 | 1
  tab: 0 | 1 | 2 | 3
}
type In = At & { chat: number }

/** What happens in one moment: somebody acts, the line or the machine fails, or time passes. */
export type Step = Happening & {
  /** In the other environment of the same devices. */
  isOther?: boolean
}

type Happening =
  | ({ type: 'write'; takesOver: boolean; hasFile?: boolean } & In)
  | ({ type: 'draft' | 'send-draft' | 'discard-draft' | 'open-chat' } & In)
  | ({ type: 'take' | 'return' | 'resolve' | 'resolve-and-return' | 'pass' | 'ticket' } & In)
  | ({ type: 'edit' | 'discard' | 'again' | 'take-and-send'; isConfirmed: boolean } & In)
  | { type: 'guest'; chat: number; asksForHelp: boolean }
  | { type: 'faults'; device: 0 | 1; on: FaultTarget; faults: RequestFault[] }
  | { type: 'frames'; device: 0 | 1; faults: FrameFault[] }
  | { type: 'cut' | 'half-open' | 'busy' | 'heal' | 'worker' | 'steal' | 'expire' | 'update'; device: 0 | 1 }
  | ({
      type: 'open' | 'kill' | 'freeze' | 'thaw' | 'hide' | 'show' | 'come-back' | 'clear-mirror' | 'evict'
    } & At)
  /** At the nth await from now, or of those that `site` names. */
  | ({ type: 'kill-at'; nth: number; when: 'before' | 'after'; site?: string } & At)
  | ({ type: 'abort' | 'full'; count: number } & At)
  | { type: 'clock'; device: 0 | 1; offsetMs: number }
  | ({ type: 'sign-out'; choice: 'keep' | 'discard' } & At)
  | ({ type: 'sign-in'; who: 'same' | 'other' } & At)
  | { type: 'forget-cursors' }
  | { type: 'remove-chat'; chat: number }
  | { type: 'wait'; ms: number }

const HOUR_MS = 60 * 60_000
const CHATS = 5
/** The last chat is the one that may be removed. */
const REMOVABLE_CHAT = CHATS - 1

const device = fc.constantFrom<0 | 1>(0, 0, 1)
const tab = fc.constantFrom<0 | 1 | 2 | 3>(0, 0, 1, 2, 3)
const chat = fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4)
const at = { device, tab }
const within = { ...at, chat }

function one<const T extends string>(...types: T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...types)
}

const requestFault = one<RequestFault>(
  ...(['drop', 'drop', 'lose', 'lose', 'lose', 'lose-500', 'hang', 'hang-after', 'late', 'slow'] as const),
  ...(['error-500', 'busy-503', 'busy-503-after', 'busy-429', 'busy-429-after', 'unauthorized'] as const),
  ...(['conflict', 'too-large', 'invalid', 'login-page', 'half-json'] as const),
)
const frameFault = one<FrameFault>('lose', 'delay', 'twice', 'overtaken')

const acting: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 24,
    arbitrary: fc.record({
      type: one('write'),
      takesOver: fc.constantFrom(true, true, true, false),
      ...within,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ type: one('draft', 'send-draft', 'discard-draft', 'open-chat'), ...within }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      type: one('take', 'take', 'return', 'resolve', 'resolve-and-return', 'pass', 'ticket'),
      ...within,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: one('edit', 'discard', 'again', 'take-and-send'),
      isConfirmed: fc.boolean(),
      ...within,
    }),
  },
  { weight: 10, arbitrary: fc.record({ type: one('guest'), chat, asksForHelp: fc.boolean() }) },
]

const failing: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 14,
    arbitrary: fc.record({
      type: one('faults'),
      device,
      on: one<FaultTarget>('writes', 'writes', 'reads', 'all'),
      faults: fc.array(requestFault, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: one('frames'),
      device,
      faults: fc.array(frameFault, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ type: one('cut', 'half-open', 'busy', 'heal', 'heal', 'heal'), device }),
  },
  { weight: 6, arbitrary: fc.record({ type: one('worker', 'worker', 'steal', 'expire', 'update'), device }) },
  {
    weight: 12,
    arbitrary: fc.record({
      type: one(
        'open',
        'open',
        'kill',
        'freeze',
        'thaw',
        'hide',
        'show',
        'come-back',
        'clear-mirror',
        'evict',
      ),
      ...at,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: one('kill-at'),
      nth: fc.oneof(fc.nat(6), fc.nat(6), fc.nat(60)),
      when: one('before', 'after'),
      ...at,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: one('abort', 'full'), count: fc.integer({ min: 1, max: 3 }), ...at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: one('clock'),
      device,
      offsetMs: fc.constantFrom(-HOUR_MS, HOUR_MS, 0, -90_000, 10 * 60_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: one('sign-out'), choice: one('keep', 'keep', 'discard'), ...at }),
  },
  { weight: 5, arbitrary: fc.record({ type: one('sign-in'), who: one('same', 'same', 'other'), ...at }) },
  { weight: 1, arbitrary: fc.record({ type: one('forget-cursors') }) },
  { weight: 1, arbitrary: fc.record({ type: one('remove-chat'), chat: fc.constant(REMOVABLE_CHAT) }) },
]

const waiting: fc.WeightedArbitrary<Step> = {
  weight: 40,
  arbitrary: fc.record({
    type: one('wait'),
    ms: fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom(1, 10, 30, 60, 120, 300) },
      { weight: 24, arbitrary: fc.constantFrom(1_000, 2_500, 6_000) },
      { weight: 6, arbitrary: fc.constantFrom(12_000, 21_000, 40_000) },
      { weight: 1, arbitrary: fc.constantFrom(90_000, 16 * 60_000) },
    ),
  }),
}

/** Any step; what moves messages comes more often. */
const step: fc.Arbitrary<Step> = fc.oneof(...acting, ...failing, waiting)

/** From 20 to 200 steps, and the seed of all chance in them. */
export const schedule: fc.Arbitrary<{ seed: number; returns: boolean; steps: Step[] }> = fc
  .record({
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    /** Whether somebody looks at the screens again in the end, and signs in where they had left. */
    returns: fc.boolean(),
    steps: fc.oneof(
      { weight: 5, arbitrary: fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }) },
      { weight: 1, arbitrary: fc.array(step, { minLength: 60, maxLength: 200, size: 'max' }) },
    ),
    /** Each of so many messages goes with a file; 0: none does. Drawn last, so that the rest of a schedule is as it was without. */
    filesEach: fc.constantFrom(0, 0, 2, 3),
    /** Each of so many steps is one in another environment on the same devices; 0: there is none. Drawn last, as well. */
    othersEach: fc.constantFrom(0, 0, 0, 2, 4),
  })
  .map(({ filesEach, othersEach, steps, ...rest }) => ({
    ...rest,
    steps: placeElsewhere(addFiles(steps, filesEach), othersEach),
  }))

/** What is the device's, or the browser's, is no environment's. */
const OF_THE_DEVICE: readonly Step['type'][] = ['wait', 'worker', 'update', 'clock']

function placeElsewhere(steps: Step[], each: number): Step[] {
  let count = 0
  return steps.map((step) => {
    if (each === 0 || OF_THE_DEVICE.includes(step.type)) return step
    count += 1
    return count % each === 0 ? { ...step, isOther: true } : step
  })
}

function addFiles(steps: Step[], each: number): Step[] {
  let count = 0
  return steps.map((step) => {
    if (each === 0 || step.type !== 'write') return step
    count += 1
    return count % each === 0 ? { ...step, hasFile: true } : step
  })
}

/** A step as a person reads it. */
export function describeStep(each: Step): string {
  const { type, ...rest } = each
  const details = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return [type, ...details].join(', ')
}
