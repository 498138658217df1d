import {
  readUnknownSentences,
  readWordings,
  type UnknownSentence,
  type Wording,
} from '../store/bot/unknown-sentences.ts'
import type { Db } from '../store/store.ts'
import { groupSentences, type SentenceGroup } from './group-sentences.ts'

/** What guests said alike and the bot did not understand. */
export interface UnknownGroup extends SentenceGroup<Wording> {
  firstAt: Date
  lastAt: Date
  /** The newest, of any wording. */
  sentences: UnknownSentence[]
  /** What staff answered one of them; null where they did not. */
  suggestion: string | null
}

const MAX_GROUPS = 200

/** The groups, the largest first; `total` is all sentences, those of groups that are not listed too. */
export async function listNotUnderstood(db: Db): Promise<{ groups: UnknownGroup[]; total: number }> {
  const { wordings, total } = await readWordings(db)
  const groups = groupSentences(wordings).slice(0, MAX_GROUPS)
  const sentences = await readUnknownSentences(
    db,
    groups.map(({ members }) => members),
  )
  const sentencesOf = (place: number) => sentences.filter(({ group }) => group === place)
  return { groups: groups.map((group, place) => describeGroup(group, sentencesOf(place))), total }
}

function describeGroup(group: SentenceGroup<Wording>, sentences: UnknownSentence[]): UnknownGroup {
  return {
    ...group,
    firstAt: new Date(Math.min(...group.members.map(({ firstAt }) => firstAt.getTime()))),
    lastAt: new Date(Math.max(...group.members.map(({ lastAt }) => lastAt.getTime()))),
    sentences,
    suggestion: sentences.find(({ reply }) => reply !== null)?.reply ?? null,
  }
}
