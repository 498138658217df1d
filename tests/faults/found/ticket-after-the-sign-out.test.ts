import { it } from 'vitest'
import { expectToHold } from './hold.ts'

/** The session has ended, and no other tab has heard of it. */
const SIGNED_OUT = 'src/db/session/sessions.ts endSession 1'

it('what a tab takes in before it hears that another one has signed out and died is not discarded', () =>
  expectToHold({
    manner: 'all',
    seed: 1_897_133_632,
    returns: true,
    steps: [
      { type: 'update', device: 0 },
      { type: 'kill-at', nth: 0, when: 'after', site: SIGNED_OUT, device: 0, tab: 0 },
      { type: 'sign-out', choice: 'discard', device: 0, tab: 0 },
      { type: 'ticket', device: 0, tab: 0, chat: 0 },
    ],
  }))
