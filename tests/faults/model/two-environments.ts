import { back, cut, desk, guest, otherTab, second, take, write } from './story-steps.ts'
import type { Step } from './steps.ts'

/** One device, two environments in which users and chats are called the same. */
export const TWO_ENVIRONMENTS: Record<string, Step[]> = {
  'the same chat in two environments': [
    take,
    there(take),
    guest,
    there(guest),
    second,
    write,
    there({ type: 'ticket', ...desk, chat: 0 }),
    there(write),
    second,
  ],
  'a sign-out without a line, while another environment has one': [
    take,
    there(take),
    second,
    cut,
    write,
    { type: 'sign-out', choice: 'keep', ...desk },
    second,
    there({ type: 'come-back', ...desk }),
    there(write),
    second,
    ...back,
  ],
  'a worker that sends for two environments': [
    take,
    there(take),
    second,
    cut,
    there(cut),
    write,
    there(write),
    { type: 'kill', ...desk },
    { type: 'kill', ...otherTab },
    there({ type: 'kill', ...desk }),
    { type: 'heal', device: 0 },
    there({ type: 'heal', device: 0 }),
    { type: 'worker', device: 0 },
    { type: 'wait', ms: 3_000 },
  ],
}

/** The same in the other environment. */
function there(step: Step): Step {
  return { ...step, isOther: true }
}
