import type { FaultTarget } from './line.ts'
import type { RequestFault } from './line-faults.ts'
import type { Step } from './steps.ts'

// What stories are made of.

export const desk = { device: 0, tab: 0 } as const
export const first = { ...desk, chat: 0 }
export const otherTab = { device: 0, tab: 1 } as const
export const other = { ...otherTab, chat: 0 } as const
/** The second desk's way to the same chat. */
export const colleague = { device: 1, tab: 0, chat: 3 } as const
export const take: Step = { type: 'write', takesOver: true, ...first }
export const write = { type: 'write', takesOver: false, ...first } satisfies Step
export const writeWithFile: Step = { ...write, hasFile: true }
export const guest: Step = { type: 'guest', chat: 0, asksForHelp: true }
export const second: Step = { type: 'wait', ms: 1_000 }
export const stalled: Step = { type: 'wait', ms: 31_000 }
export const cut: Step = { type: 'cut', device: 0 }
export const back: Step[] = [
  { type: 'heal', device: 0 },
  { type: 'come-back', ...desk },
]

export const minute: Step = { type: 'wait', ms: 60_000 }
export const wayBack: Step = { type: 'come-back', ...desk }
export const freeze: Step = { type: 'freeze', ...desk }
export const thaw: Step = { type: 'thaw', ...desk }
export const elsewhere: Step = { type: 'guest', chat: 1, asksForHelp: true }

/** The next requests of the first desk meet these. */
export function fail(on: FaultTarget, ...faults: RequestFault[]): Step {
  return { type: 'faults', device: 0, on, faults }
}
