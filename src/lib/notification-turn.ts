/** One of this name at a time, in the worker and in every tab. */
export const NOTIFICATION_LOCK = 'bellhop:notifications'
/**
 * The longest that others are waited for. A picture that does not come may hold a notification up for long; a sign-out, which
 * waits 3 s in all, takes two turns (D8).
 */
const WAIT_MS = 500

/**
 * Shows notifications, or looks at what is shown, while nobody else does either: Chromium (seen: 150) loses the one that is
 * being shown when it is asked for all of them, and a tap on it does nothing then. What fails in `work` is thrown.
 * `locks`: the page's or the worker's; where there are none nobody is waited for.
 */
export async function takeNotificationTurn<T>(
  { locks }: { locks?: LockManager },
  work: () => Promise<T>,
): Promise<T> {
  if (!locks) return work()
  let isMine = false
  try {
    return await locks.request(NOTIFICATION_LOCK, { signal: AbortSignal.timeout(WAIT_MS) }, () => {
      isMine = true
      return work()
    })
  } catch (error) {
    if (isMine) throw error
    return work()
  }
}
