import type { Manner } from './environment.ts'
import type { Schedule } from './run-schedule.ts'
import type { Step } from './steps.ts'

const desk = { device: 0, tab: 0 } as const
const first = { ...desk, chat: 0 }
const other = { device: 0, tab: 1, chat: 0 } as const
/** The second desk's way to the same chat. */
const colleague = { device: 1, tab: 0, chat: 3 } as const
const take: Step = { type: 'write', takesOver: true, ...first }
const write: Step = { type: 'write', takesOver: false, ...first }
const guest: Step = { type: 'guest', chat: 0, asksForHelp: true }
const second: Step = { type: 'wait', ms: 1_000 }
const stalled: Step = { type: 'wait', ms: 31_000 }
const cut: Step = { type: 'cut', device: 0 }
const back: Step[] = [
  { type: 'heal', device: 0 },
  { type: 'come-back', ...desk },
]

/** What chance comes by too rarely, each as somebody thought of it. */
const STORIES: Record<string, Step[]> = {
  'a refused head': [
    take,
    second,
    { type: 'faults', device: 0, on: 'writes', faults: ['conflict'] },
    write,
    write,
    stalled,
  ],
  'a lane that goes on behind a stalled head': [
    cut,
    take,
    write,
    write,
    ...back,
    { type: 'faults', device: 0, on: 'writes', faults: ['pass', 'pass', 'pass', 'hang'] },
    { type: 'wait', ms: 3_000 },
    write,
    write,
    stalled,
  ],
  'a message that is too old': [take, second, cut, write, { type: 'wait', ms: 19 * 60_000 }],
  'an edit over a draft': [
    take,
    second,
    cut,
    write,
    { type: 'draft', ...first },
    { type: 'edit', isConfirmed: false, ...first },
  ],
  'a leader that slept over its claim': [
    take,
    { type: 'wait', ms: 3_000 },
    { type: 'faults', device: 0, on: 'reads', faults: ['pass', 'slow'] },
    write,
    { type: 'wait', ms: 150 },
    { type: 'freeze', ...desk },
    { type: 'wait', ms: 10_000 },
    { type: 'faults', device: 0, on: 'writes', faults: ['lose'] },
    { type: 'wait', ms: 9_000 },
    { type: 'thaw', ...desk },
  ],
  'an answer that comes after what followed it': [
    { type: 'faults', device: 0, on: 'writes', faults: ['slow'] },
    { type: 'take', ...first },
    { type: 'wait', ms: 200 },
    guest,
    stalled,
  ],
  'a chat that a colleague took first': [
    cut,
    { type: 'take', ...first },
    { type: 'take', ...colleague },
    second,
    ...back,
    second,
  ],
  'a sign-out with work that is kept': [
    take,
    second,
    cut,
    write,
    { type: 'draft', device: 0, tab: 0, chat: 1 },
    { type: 'sign-out', choice: 'keep', ...desk },
    second,
  ],
  'a sign-out while another tab sleeps over an answer': [
    guest,
    second,
    { type: 'faults', device: 0, on: 'reads', faults: ['slow'] },
    { type: 'come-back', ...desk },
    { type: 'wait', ms: 150 },
    { type: 'freeze', ...desk },
    { type: 'sign-out', choice: 'keep', ...other },
    stalled,
    { type: 'thaw', ...desk },
  ],
  'a login page': [
    take,
    second,
    { type: 'faults', device: 0, on: 'writes', faults: ['login-page'] },
    write,
    { type: 'wait', ms: 90_000 },
  ],
  'a chat that is gone': [
    guest,
    { type: 'guest', chat: 4, asksForHelp: true },
    second,
    { type: 'remove-chat', chat: 4 },
    second,
  ],
  'a reset without a chat': [
    { type: 'guest', chat: 4, asksForHelp: true },
    second,
    cut,
    { type: 'remove-chat', chat: 4 },
    { type: 'forget-cursors' },
    ...back,
    second,
  ],
  'a mirror that is cleared in the middle of a reset': [
    { type: 'guest', chat: 1, asksForHelp: true },
    { type: 'guest', chat: 2, asksForHelp: true },
    { type: 'guest', chat: 3, asksForHelp: true },
    second,
    { type: 'forget-cursors' },
    { type: 'faults', device: 0, on: 'reads', faults: ['pass', 'slow'] },
    guest,
    { type: 'wait', ms: 300 },
    { type: 'clear-mirror', device: 0, tab: 1 },
    stalled,
  ],
  'frames that get lost and come late': [
    { type: 'frames', device: 0, faults: ['lose', 'delay', 'overtaken', 'twice'] },
    guest,
    { type: 'guest', chat: 1, asksForHelp: true },
    { type: 'guest', chat: 2, asksForHelp: false },
    stalled,
  ],
}

/** Each story happens in so many ways. */
const SEEDS = [1, 2, 3]

/** The written schedules of one manner, by name. */
export function listStories(manner: Manner): { name: string; schedule: Schedule }[] {
  return Object.entries(STORIES).flatMap(([name, steps]) =>
    SEEDS.map((seed) => ({ name, schedule: { manner, seed, returns: false, steps } })),
  )
}
