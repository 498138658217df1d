import type { Schedule } from './draw-schedule.ts'
import type { ChatIndex, Step, TabIndex } from './steps.ts'

/** A schedule that somebody thought of, by what it is about. */
export interface Chosen extends Schedule {
  name: string
}

const HEAL: Step = { type: 'heal' }
const OPEN: Step = { type: 'open-tab' }

function send(tab: TabIndex = 0, chat: ChatIndex = 0): Step {
  return { type: 'send', tab, chat }
}

function hear(chat: ChatIndex = 0): Step {
  return { type: 'guest', chat }
}

/** Each kind of fault at least once; run before those that are drawn. */
export const CHOSEN: readonly Chosen[] = [
  {
    name: 'two tabs, of which the leading one is closed in mid-send',
    manner: 'extended',
    steps: [
      send(),
      OPEN,
      { type: 'send-and-close', when: 'on-its-way', tab: 0, chat: 0 },
      hear(),
      send(1),
      { type: 'send-and-close', when: 'at-once', tab: 1, chat: 0 },
      OPEN,
      send(),
    ],
  },
  {
    name: 'a renderer that crashes without a line',
    manner: 'extended',
    steps: [
      { type: 'offline' },
      send(),
      { type: 'draft', tab: 0, chat: 1 },
      send(),
      { type: 'crash', tab: 0 },
      hear(),
      send(),
      HEAL,
    ],
  },
  {
    name: 'a device without room',
    manner: 'extended',
    steps: [
      send(),
      { type: 'quota', tab: 0 },
      send(),
      hear(),
      send(0, 1),
      { type: 'quota-back' },
      send(),
      hear(1),
    ],
  },
  {
    name: 'a half-open line under a hidden leader',
    manner: 'extended',
    steps: [OPEN, send(1), { type: 'hide', tab: 0 }, { type: 'stall' }, hear(), send(1), send(1, 1), HEAL],
  },
  {
    name: 'a worker that flushes while a page opens',
    manner: 'extended',
    steps: [
      send(),
      { type: 'lose', times: 1 },
      { type: 'flush-while-opening', tab: 0, chat: 0 },
      send(),
      { type: 'stop-worker' },
      hear(),
      { type: 'flush-while-opening', tab: 0, chat: 1 },
      send(),
    ],
  },
  {
    name: 'an update with something unsent and a draft',
    manner: 'extended',
    steps: [
      OPEN,
      { type: 'withhold' },
      send(),
      { type: 'draft', tab: 0, chat: 1 },
      { type: 'update' },
      send(1),
      hear(),
      send(0, 1),
    ],
  },
  {
    name: 'a sign-out without a line, and another user',
    manner: 'extended',
    steps: [
      send(),
      { type: 'offline' },
      send(0, 1),
      { type: 'draft', tab: 0, chat: 0 },
      { type: 'sign-out', tab: 0, choice: 'keep' },
      HEAL,
      { type: 'sign-in', tab: 0, who: 'other' },
      hear(),
    ],
  },
  {
    name: 'a server that is killed, and one that is busy or broken',
    manner: 'extended',
    steps: [
      { type: 'lose', times: 2 },
      send(),
      send(0, 1),
      { type: 'kill-server' },
      send(),
      { type: 'start-server' },
      { type: 'busy' },
      send(),
      HEAL,
      { type: 'errors' },
      send(0, 1),
      HEAL,
      hear(),
    ],
  },
  {
    name: 'a login page, a cut line and a colleague',
    manner: 'extended',
    steps: [
      { type: 'portal' },
      send(),
      hear(),
      { type: 'cut' },
      send(),
      { type: 'colleague', chat: 1 },
      send(0, 1),
      HEAL,
    ],
  },
  {
    name: 'without keys, replies that break off or never come',
    manner: 'plain',
    steps: [
      { type: 'swallow' },
      send(),
      { type: 'lose', times: 1 },
      send(0, 1),
      hear(),
      { type: 'withhold' },
      send(),
      send(),
    ],
  },
  {
    name: 'without keys, a page that is closed in mid-send and one that crashes',
    manner: 'plain',
    steps: [
      { type: 'send-and-close', when: 'on-its-way', tab: 0, chat: 0 },
      OPEN,
      send(0, 1),
      { type: 'crash', tab: 0 },
      hear(),
      send(),
      { type: 'flush-while-opening', tab: 0, chat: 1 },
      send(0, 1),
    ],
  },
  {
    name: 'without keys, a slow line and a session that ends',
    manner: 'plain',
    steps: [
      { type: 'slow', seed: 7 },
      send(),
      send(0, 1),
      hear(),
      HEAL,
      { type: 'expire' },
      send(),
      { type: 'sign-in', tab: 0, who: 'same' },
      send(),
    ],
  },
]
