import type { OwnWork } from '#src/db/mirror/own-work.ts'
import type { Health } from '#src/features/alerts/health.ts'

/** What Bellhop offers by itself, each once on a device: `alerts` to each person, `install` to whoever is there. */
export type OfferName = 'alerts' | 'install'

export interface OfferFacts {
  work: OwnWork
  /** What was offered before. */
  made: ReadonlySet<OfferName>
  health: Health['kind']
  /** Whether this person had alerts here: they know what they are. */
  hadAlerts: boolean
  isStandalone: boolean
  /** Whether the browser can be asked to install, or shows it in steps that are worth a word (an iPhone's Safari). */
  canInstall: boolean
}

/**
 * The offer that is due; null for none. Alerts after the first takeover, not at the first help request: whoever has just helped a
 * guest knows what an alert is for, and while a guest waits nothing else may ask for attention. Installing after the first
 * answer: from then on this is a place of work.
 */
export function chooseOffer(facts: OfferFacts): OfferName | null {
  const { work, made, health, hadAlerts, isStandalone, canInstall } = facts
  if (work.hasTakenOver && !made.has('alerts') && !hadAlerts && health === 'off') return 'alerts'
  if (work.hasAnswered && !made.has('install') && !isStandalone && canInstall) return 'install'
  return null
}
