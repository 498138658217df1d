import { fetchCapabilities } from '#src/api/capabilities.ts'
import type { ApiTarget } from '#src/api/http.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'

/** Who types on is asked for once more after this long, so that what LOGIN finds is seldom older. */
const RENEW_MS = 5_000
/** Who rests longer may have come into another Wi-Fi meanwhile, whose login page must get no password. */
const GOOD_MS = 10_000

/**
 * The environment that a sign-in goes to, recognised while its person types: LOGIN then waits for one round over the line
 * less, and for no connection to be made (decision 059).
 */
export interface Recognition {
  /** Somebody types. */
  begin(): void
  /** What was answered a moment ago, or is on its way and rejects with ApiError; null where it is to be asked now. */
  take(): Promise<Capabilities> | null
}

/** `now` in ms, of any clock that goes on by itself. */
export function createRecognition(target: ApiTarget, now: () => number): Recognition {
  let asked: { at: number; answer: Promise<Capabilities>; hasFailed: boolean } | null = null
  return {
    begin() {
      if (asked !== null && now() - asked.at < RENEW_MS) return
      const asking = { at: now(), answer: fetchCapabilities(target), hasFailed: false }
      asked = asking
      // Nobody waits for it yet. What fails before LOGIN is asked once more there.
      asking.answer.catch(() => (asking.hasFailed = true))
    },
    take() {
      if (asked === null || asked.hasFailed || now() - asked.at > GOOD_MS) return null
      return asked.answer
    },
  }
}
