import { applyFrames, type HintFrame } from './apply-frames.ts'
import type { AttemptJob } from './attempt-job.ts'
import type { SyncContext } from './context.ts'
import type { PullLoop } from './pull-loop.ts'
import { followHint } from './refresh.ts'
import { createSingleFlight } from './single-flight.ts'

/** Takes what the socket says of chats into the mirror: frames that arrive in one task are one transaction (I9). */
export function createFrameIntake(
  context: SyncContext,
  attempt: AttemptJob,
  pulls: PullLoop,
): (frame: HintFrame) => void {
  const frames: HintFrame[] = []
  const take = createSingleFlight(() => attempt(applyWaiting))

  async function applyWaiting(): Promise<void> {
    const batch = frames.splice(0)
    if (batch.length === 0) return
    // They only mark 'pull again' (I2): the pull after this one brings what they tell of.
    if (pulls.isHoldingFrames()) return void pulls.run()
    if (context.capabilities().sync) {
      if (!(await applyFrames(context.workspace, batch, context.clock.now()))) void pulls.run()
      return
    }
    const hints = new Map<string, string | null>()
    for (const { chatId, messageId } of batch) hints.set(chatId, messageId ?? hints.get(chatId) ?? null)
    for (const [chatId, messageId] of hints) await followHint(context, chatId, messageId)
  }

  return (frame) => {
    frames.push(frame)
    setTimeout(() => void take().then((isDone) => (isDone ? undefined : pulls.run())))
  }
}
