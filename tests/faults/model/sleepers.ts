import type { Step } from './steps.ts'
import {
  desk,
  elsewhere,
  fail,
  first,
  freeze,
  guest,
  other,
  otherTab,
  second,
  stalled,
  take,
  thaw,
  wayBack,
  write,
} from './story-steps.ts'

/** Pages that stand still while another one goes on. */
export const SLEEPERS: Record<string, Step[]> = {
  'a leader that slept over the look at its line, while another one sends': [
    { type: 'ticket', ...first },
    freeze,
    fail('writes', 'slow'),
    { type: 'wait', ms: 17_000 },
    thaw,
  ],
  'a leader that slept over its reset': [
    guest,
    elsewhere,
    { type: 'guest', chat: 2, asksForHelp: true },
    { type: 'guest', chat: 3, asksForHelp: true },
    second,
    { type: 'forget-cursors' },
    fail('reads', 'pass', 'slow'),
    guest,
    { type: 'wait', ms: 150 },
    freeze,
    { type: 'wait', ms: 17_000 },
    thaw,
    second,
  ],
  'a sign-out while another tab sleeps over a page': [
    guest,
    second,
    { type: 'frames', device: 0, faults: ['lose', 'lose', 'lose', 'lose'] },
    guest,
    elsewhere,
    wayBack,
    freeze,
    { type: 'sign-out', choice: 'keep', ...otherTab },
    second,
    thaw,
    second,
  ],
  'a leader that sleeps over a sign-out, and wakes without its lock': [
    freeze,
    { type: 'sign-out', choice: 'keep', ...otherTab },
    guest,
    { type: 'steal', device: 0 },
    { type: 'wait', ms: 6_000 },
  ],
  'a sign-out over which its tab dies': [
    guest,
    second,
    { type: 'kill', ...otherTab },
    {
      type: 'kill-at',
      nth: 0,
      when: 'after',
      site: 'src/actions/session-sign-out.ts signOut 2',
      ...desk,
    },
    { type: 'sign-out', choice: 'keep', ...desk },
    second,
  ],
  'a sign-out over which its tab dies while another one writes': [
    second,
    // The other one has just begun, and hears late.
    { type: 'update', device: 0 },
    {
      type: 'kill-at',
      nth: 0,
      when: 'after',
      site: 'src/db/session/sessions.ts endSession 1',
      ...desk,
    },
    { type: 'sign-out', choice: 'discard', ...desk },
    { type: 'ticket', ...otherTab, chat: 0 },
  ],
  'a message whose page sleeps over the look at its chat for long': [
    { type: 'kill', ...otherTab },
    { type: 'take', ...first },
    { type: 'wait', ms: 2_500 },
    write,
    freeze,
    { type: 'wait', ms: 32 * 60_000 },
  ],
}

/** What of these stays as it is in the end: nobody thaws these pages. */
export const LEFT_FROZEN: Record<string, Step[]> = {
  'a leader that never wakes': [take, second, freeze, { type: 'write', takesOver: false, ...other }, stalled],
}
