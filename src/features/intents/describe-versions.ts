import type { BotVersion, BotVersions, VersionIntent } from '#src/contract/bot-versions.ts'
import { formatMonthDayTime } from '#src/ui/list/nice-date.ts'

/** What a version is called: the time when it was published first. */
export function nameVersion({ at }: Pick<BotVersion, 'at'>): string {
  return `the version of ${formatMonthDayTime(at)}`
}

/** What it was trained with: `212 questions of 24 intents`. */
export function describeSize({ questions, intents }: BotVersion): string {
  return `${count(questions, 'question')} of ${count(intents, 'intent')}`
}

/** Which version answers, in the card beside TRAIN & PUBLISH. */
export function describeVersions({ published, former }: BotVersions): string {
  if (published === null) return 'Nothing is published yet.'
  const isEarlier = published.at !== published.publishedAt
  if (isEarlier) {
    const answers = `${capitalise(nameVersion(published))} answers again.`
    return published.isPresent ? answers : `${answers} The present questions are not what is published.`
  }
  return former === null ? 'There is no former version yet.' : `Before it, ${nameVersion(former)} answered.`
}

/** An intent by its name, and that it was deleted since. */
export function nameVersionIntent({ name, isGone }: VersionIntent): string {
  if (name === null) return 'an intent that is deleted'
  return isGone ? `${name} (deleted since)` : name
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function capitalise(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
