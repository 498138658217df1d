/** Nobody waits longer for a browser or a line: what is left ends with the next push, which finds nobody (W3). */
export const UNSUBSCRIBE_WITHIN_MS = 3_000
