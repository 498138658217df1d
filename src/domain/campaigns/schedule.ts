/** A campaign that has no time of its own: somebody runs it (specification section 9). */
const RUN_ONCE = 'Run Once'
/** What a campaign does that says its dialog and leads nowhere. */
const MESSAGE = 'message'

/** Whether a campaign of this frequency goes out by its time (specification section 3, Campaigns). */
export function hasRunTime(frequency: unknown): boolean {
  return frequency !== RUN_ONCE
}

/** Whether a campaign of this action leads the guest into another dialog. */
export function hasRedirect(action: unknown): boolean {
  return action !== MESSAGE
}
