import type { RatingQuestion } from '#src/contract/guest-side.ts'
import { createKey } from './create-key.ts'
import { CallFailure, sendRating, type Session } from './guest-api.ts'
import type { Kept, KeptRating } from './kept.ts'
import type { Refusal } from './refusal.ts'

/** What the guest sees of the question. */
export type RatingView =
  | { kind: 'hidden' }
  /** `stars`: chosen before; `problem`: why that was not taken. */
  | { kind: 'asking'; stars: number | null; problem: Refusal | null }
  | { kind: 'answered'; stars: number; isSent: boolean }

/** `question`: what the environment asks; the page's own word on it, which is newer, stands in `kept`. */
export function readRatingView(
  question: RatingQuestion | null,
  kept: KeptRating | null,
  isChanging: boolean,
): RatingView {
  const own = question !== null && kept?.question === question.id ? kept : null
  if (question === null || own?.isPutOff === true) return { kind: 'hidden' }
  const stars = own?.pending?.stars ?? question.stars
  const problem = own?.pending?.reason ?? null
  if (stars === null || problem !== null || isChanging) return { kind: 'asking', stars, problem }
  return { kind: 'answered', stars, isSent: own === null || own.pending === null }
}

/** Keeps an answer until the environment has confirmed it. */
export function keepRating(kept: Kept, question: RatingQuestion, stars: number): void {
  const pending = { key: createKey(), stars, reason: null }
  kept.writeRating({ question: question.id, pending, isPutOff: false })
}

/** The guest is not asked again before there is another occasion. */
export function putOffRating(kept: Kept, question: RatingQuestion): void {
  const own = kept.readRating()
  // An answer on its way still goes there.
  const pending = own?.question === question.id && own.pending?.reason === null ? own.pending : null
  kept.writeRating({ question: question.id, pending, isPutOff: true })
}

/** Sends the answer that is kept; gives the question as it is then, null where nothing was sent. Throws what may pass. */
export async function sendKeptRating(session: Session, kept: Kept): Promise<RatingQuestion | null> {
  const pending = kept.readRating()?.pending ?? null
  if (pending === null || pending.reason !== null) return null
  try {
    const question = await sendRating(session, pending.key, pending.stars)
    settle(kept, pending.key, null)
    return question
  } catch (error) {
    if (!(error instanceof CallFailure) || error.kind !== 'refused') throw error
    settle(kept, pending.key, error.refusal)
    return null
  }
}

/** Where the guest has chosen anew meanwhile, that goes next. */
function settle(kept: Kept, key: string, reason: Refusal | null): void {
  const own = kept.readRating()
  if (own?.pending?.key !== key) return
  kept.writeRating({ ...own, pending: reason === null ? null : { ...own.pending, reason } })
}
