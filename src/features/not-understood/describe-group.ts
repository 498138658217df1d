import type { NotUnderstood, UnknownGroup, UnknownSentence } from '#src/contract/not-understood.ts'
import { describeAgo, readTime } from '#src/ui/list/nice-date.ts'
import type { Taken } from './sentence-controller.ts'

/** `5 times, the last 3 hours ago`; `once, 3 hours ago`. */
export function describeFrequency({ count, lastAt }: UnknownGroup, now: number): string {
  const last = describeAgo(readTime(lastAt) ?? now, now)
  return count === 1 ? `Once, ${last}` : `${count} times, the last ${last}`
}

/** What the bot did about one: in words that stand after its time. */
export function describeOutcome(outcome: UnknownSentence['outcome']): string {
  if (outcome === 'asked') return 'asked what was meant'
  return outcome === 'handedOver' ? 'handed over to staff' : outcome
}

/** The same of several, each once: those that are known of the newest. */
export function describeOutcomes({ sentences }: UnknownGroup): string {
  const outcomes = [...new Set(sentences.map(({ outcome }) => describeOutcome(outcome)))].sort()
  return outcomes.length === 0 ? '' : `The bot ${outcomes.join(', ')}`
}

/** `12 sentences in 5 groups`; where there are more groups than are listed, that these are the largest. */
export function describeCount({ groups, total }: NotUnderstood): string {
  if (total === 0) return ''
  const listed = groups.reduce((sum, { count }) => sum + count, 0)
  const which = listed < total ? `, the largest ${countOf(groups.length, 'group')}` : ''
  return which === ''
    ? `${countOf(total, 'sentence')} in ${countOf(groups.length, 'group')}`
    : `${countOf(total, 'sentence')}${which}`
}

export function describeTaken({ text, intentName }: Taken): string {
  return intentName === null
    ? `Dismissed: “${text}”.`
    : `Added to ${intentName}: “${text}”. Trained questions hold once they are published.`
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
