/** What servers outside of the house answer over HTTP, and how a call to them fails: shared by pushes and alerts. */

const HTTP_LATER = [408, 425, 429]

/** Whether the same request may succeed at another time. */
export function isLater(status: number): boolean {
  return HTTP_LATER.includes(status) || status >= 500
}

/** `Retry-After` in seconds, given so or as a date; null for anything else. */
export function readRetryAfter(value: string | null | undefined): number | null {
  if (value === null || value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1_000)
}

/** Why a call got no answer, in a word such as ECONNREFUSED where there is one. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : error.message
}
