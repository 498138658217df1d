/** Which tab of the device: the first, or the one beside it. Where it is gone the other one is taken. */
export type TabIndex = 0 | 1
/** Which of the schedule's two guests. */
export type ChatIndex = 0 | 1

interface Act {
  tab: TabIndex
  chat: ChatIndex
}

/** Somebody acts. */
type ActingStep =
  | { type: 'guest'; chat: ChatIndex }
  | ({ type: 'send' | 'draft' | 'take' | 'return' | 'resolve' } & Act)
  /** A colleague takes the chat on a device of their own. */
  | { type: 'colleague'; chat: ChatIndex }
  /** With `discard` its user says that what is not sent may go. */
  | { type: 'sign-out'; tab: TabIndex; choice: 'keep' | 'discard' }
  | { type: 'sign-in'; tab: TabIndex; who: 'same' | 'other' }

/** The line to the hotel changes, and stays so until it is healed. */
export type LineStep =
  { type: 'cut' | 'offline' | 'stall' | 'portal' | 'errors' | 'busy' } | { type: 'slow'; seed: number }

/** What becomes of the next writes that reach the line. */
export type ReplyStep = { type: 'lose'; times: 1 | 2 } | { type: 'swallow' | 'withhold' }

/** The device, its browser or the hotel's server fails. */
type MachineStep =
  | ({ type: 'send-and-close'; when: 'at-once' | 'on-its-way' } & Act)
  | { type: 'crash' | 'close-tab' | 'hide' | 'quota'; tab: TabIndex }
  | { type: 'open-tab' | 'stop-worker' | 'quota-back' | 'expire' | 'update' | 'kill-server' | 'start-server' }
  /** Written without a line; all tabs are closed, and the worker sends it while one is opened again. */
  | ({ type: 'flush-while-opening' } & Act)

/** What happens next to one device and its user. */
export type Step =
  ActingStep | LineStep | { type: 'heal' } | ReplyStep | MachineStep | { type: 'wait'; ms: number }

/** Steps that break something, for the count of faults. */
const FAULTS: readonly Step['type'][] = [
  ...([
    'cut',
    'offline',
    'stall',
    'portal',
    'errors',
    'busy',
    'slow',
    'lose',
    'swallow',
    'withhold',
  ] as const),
  ...(['send-and-close', 'crash', 'close-tab', 'hide', 'quota', 'stop-worker', 'expire', 'update'] as const),
  ...(['kill-server', 'flush-while-opening', 'colleague'] as const),
]

export function isFault({ type }: Step): boolean {
  return FAULTS.includes(type)
}

/** Whether it takes the hotel's server away from everybody. */
export function needsServerAlone(steps: readonly Step[]): boolean {
  return steps.some(({ type }) => type === 'kill-server')
}

/** Steps after which a tab may have to open without a line, and those about the worker itself. */
const WITH_WORKER: readonly Step['type'][] = [
  ...(['crash', 'open-tab', 'send-and-close', 'stop-worker', 'update', 'flush-while-opening'] as const),
  // The menu is a part of the console that comes when it is asked for.
  'sign-out',
]

/** Whether the console has to be kept on the device: that takes a third of what a sign-in does. */
export function needsWorker(steps: readonly Step[]): boolean {
  return steps.some(({ type }) => WITH_WORKER.includes(type))
}

const TABS = ['the first tab', 'the second tab'] as const
const GUESTS = ['Ana', 'Ben'] as const

const SENTENCES: Record<
  Exclude<Step['type'], 'wait' | 'lose' | 'sign-in' | 'sign-out' | 'send-and-close'>,
  string
> = {
  guest: '{guest} says something',
  send: 'a message is written to {guest} in {tab}',
  draft: 'a draft to {guest} is left in {tab}',
  take: 'the chat of {guest} is taken in {tab}',
  return: 'the chat of {guest} is returned to the bot in {tab}',
  resolve: 'the chat of {guest} is resolved in {tab}',
  colleague: 'a colleague takes the chat of {guest}',
  cut: 'the line is cut, and the browser does not notice',
  offline: 'the line is cut, and the browser says that it is offline',
  stall: 'the line stalls: connections stay open and nothing moves',
  portal: 'a captive login page answers everything',
  errors: 'every call is answered with 500',
  busy: 'every write is answered with 503 and Retry-After',
  slow: 'the line becomes slow, and some connections break',
  heal: 'the line is as good as ever',
  swallow: 'the next write arrives, and its connection ends without a byte of an answer',
  withhold: 'the next write arrives, and its answer never comes',
  crash: 'the renderer of {tab} crashes, and its address is opened again',
  'close-tab': '{tab} is closed',
  hide: '{tab} is hidden',
  quota: 'the browser has no room left',
  'quota-back': 'the browser has room again',
  'open-tab': 'a second tab is opened',
  'stop-worker': 'the service worker is stopped',
  expire: 'the hotel ends the session',
  update: 'a new build of the app is found and taken',
  'kill-server': 'the hotel’s server is killed with -9',
  'start-server': 'the hotel’s server is started again',
  'flush-while-opening':
    'a message is written to {guest} offline, all tabs close, and the worker sends while one opens',
}

/** A step as a person reads it. */
export function describeStep(step: Step): string {
  switch (step.type) {
    case 'wait':
      return `${step.ms} ms pass`
    case 'lose':
      return `the next ${step.times === 1 ? 'write arrives and its answer breaks' : '2 writes arrive and their answers break'} off`
    case 'sign-in':
      return `${step.who === 'same' ? 'the same user signs in again' : 'another user signs in'} in ${TABS[step.tab]}`
    case 'sign-out':
      return `the user signs out in ${TABS[step.tab]}, and ${step.choice === 'keep' ? 'keeps' : 'discards'} what is not sent`
    case 'send-and-close': {
      const when = step.when === 'at-once' ? 'at once' : 'while it is on its way'
      return `a message is written to ${GUESTS[step.chat]} in ${TABS[step.tab]}, which is closed ${when}`
    }
    default:
      return SENTENCES[step.type]
        .replace('{guest}', 'chat' in step ? GUESTS[step.chat] : '')
        .replace('{tab}', 'tab' in step ? TABS[step.tab] : '')
  }
}
