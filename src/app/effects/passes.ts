/** Reasons that come within this are one pass, ms. */
export const PASS_AFTER_MS = 150

export interface Passes {
  /** There is a reason for a pass: one follows that begins after this. */
  ask(): void
  stop(): void
}

/** Makes one pass of many reasons, and one at a time. `work` never rejects. */
export function createPasses(work: () => Promise<void>): Passes {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWorking = false
  let isAsked = false
  let isStopped = false

  function ask(): void {
    isAsked = true
    if (isStopped || isWorking || timer !== undefined) return
    timer = setTimeout(() => void pass(), PASS_AFTER_MS)
  }

  async function pass(): Promise<void> {
    timer = undefined
    isAsked = false
    isWorking = true
    await work()
    isWorking = false
    if (isAsked) ask()
  }

  return {
    ask,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
