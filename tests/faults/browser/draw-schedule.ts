import { createRandom, type Random } from '#server/demo/random.ts'
import type { Kind } from '#tests/support/shared-servers.ts'
import type { ChatIndex, Step, TabIndex } from './steps.ts'

/** A list of steps in one manner: with the contract's extensions or without. */
export interface Schedule {
  manner: Kind
  steps: readonly Step[]
}

const LEAST_STEPS = 8
const MOST_STEPS = 20
/** Two seeds beside each other have nothing in common. */
const APART = 10_007

/** What the line may become, and what may become of a reply. */
const LINES = ['cut', 'offline', 'offline', 'stall', 'portal', 'errors', 'busy', 'slow'] as const
const REPLIES = ['lose', 'lose', 'lose', 'swallow', 'withhold'] as const
const CHOICES = ['keep', 'keep', 'discard'] as const
const WHO = ['same', 'other'] as const

type Draw = (random: Random) => Step[]

/** What is drawn, each as often as its weight says: for a fault also what makes it one. */
const DRAWS: readonly [weight: number, draw: Draw][] = [
  [14, (random) => [{ type: 'guest', chat: drawChat(random) }]],
  [34, (random) => [{ type: 'send', ...drawAct(random) }]],
  [7, (random) => [{ type: 'draft', ...drawAct(random) }]],
  [6, (random) => [{ type: random.pick(['take', 'take', 'return', 'resolve']), ...drawAct(random) }]],
  [2, (random) => [{ type: 'colleague', chat: drawChat(random) }]],
  [12, drawLine],
  [8, (random) => [{ type: 'heal' }, ...drawSend(random)]],
  [8, drawReply],
  [
    5,
    (random) => [
      { type: 'send-and-close', when: random.pick(['at-once', 'on-its-way']), ...drawAct(random) },
      { type: 'open-tab' },
    ],
  ],
  [4, (random) => [...drawSend(random), { type: 'crash', tab: drawTab(random) }]],
  [3, (random) => [{ type: 'close-tab', tab: drawTab(random) }]],
  [7, () => [{ type: 'open-tab' }]],
  [3, () => [{ type: 'stop-worker' }]],
  [3, (random) => [{ type: 'quota', tab: drawTab(random) }, ...drawSend(random), { type: 'quota-back' }]],
  [2, () => [{ type: 'hide', tab: 0 }, { type: 'stall' }]],
  [3, (random) => [{ type: 'flush-while-opening', ...drawAct(random) }]],
  [2, () => [{ type: 'update' }]],
  [2, (random) => [{ type: 'expire' }, ...drawSend(random), drawSignIn(random, 'same')]],
  [3, drawSignOut],
  [2, (random) => [{ type: 'kill-server' }, ...drawSend(random), { type: 'start-server' }]],
  [16, (random) => [{ type: 'wait', ms: random.pick([50, 150, 400, 1_000, 2_500]) }]],
]
const TOTAL = DRAWS.reduce((sum, [weight]) => sum + weight, 0)

/** The nth schedule of a seed: always the same one. Every other one is without extensions. */
export function drawSchedule(seed: number, index: number): Schedule {
  const random = createRandom(seed * APART + index)
  const count = random.between(LEAST_STEPS, MOST_STEPS)
  const steps: Step[] = []
  while (steps.length < count) steps.push(...drawOne(random))
  return { manner: index % 2 === 0 ? 'extended' : 'plain', steps }
}

function drawOne(random: Random): Step[] {
  let place = random.next() * TOTAL
  for (const [weight, draw] of DRAWS) {
    place -= weight
    if (place < 0) return draw(random)
  }
  return []
}

function drawTab(random: Random): TabIndex {
  return random.pick([0, 0, 1])
}

function drawChat(random: Random): ChatIndex {
  return random.pick([0, 0, 1])
}

function drawAct(random: Random): { tab: TabIndex; chat: ChatIndex } {
  return { tab: drawTab(random), chat: drawChat(random) }
}

function drawSend(random: Random): Step[] {
  return [{ type: 'send', ...drawAct(random) }]
}

function drawLine(random: Random): Step[] {
  const type = random.pick(LINES)
  const step: Step = type === 'slow' ? { type, seed: random.between(1, 9_999) } : { type }
  return [step, ...drawSend(random)]
}

function drawReply(random: Random): Step[] {
  const type = random.pick(REPLIES)
  const step: Step = type === 'lose' ? { type, times: random.pick([1, 2]) } : { type }
  return [step, ...drawSend(random)]
}

function drawSignIn(random: Random, who: 'same' | 'other'): Step {
  return { type: 'sign-in', tab: drawTab(random), who }
}

function drawSignOut(random: Random): Step[] {
  const tab = drawTab(random)
  const choice = random.pick(CHOICES)
  return [...drawSend(random), { type: 'sign-out', tab, choice }, drawSignIn(random, random.pick(WHO))]
}
