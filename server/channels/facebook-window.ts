/** Facebook lets a house write for 24 hours after the guest's last message. */
const FACEBOOK_WINDOW_MS = 24 * 60 * 60 * 1000
/** What staff are told of a message that comes too late. */
export const WINDOW_CLOSED =
  'window closed: Facebook takes answers for 24 hours after the guest’s last message only'

/** Whether Facebook takes no answer any more to what a guest wrote last. */
export function isWindowClosed(lastUserMessageDate: Date | null, now: Date): boolean {
  return now.getTime() - (lastUserMessageDate?.getTime() ?? 0) > FACEBOOK_WINDOW_MS
}
