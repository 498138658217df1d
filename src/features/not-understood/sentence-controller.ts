import {
  describeSeen,
  MAX_USED_TEXTS,
  type SeenSentences,
  type UnknownGroup,
  type UnknownWording,
  type UsedSentences,
} from '#src/contract/not-understood.ts'
import { createStore, type Store } from '#src/lib/store.ts'

/** Each gives why it was not done, in words; null: it was. */
export interface SentenceCalls {
  use(used: UsedSentences): Promise<string | null>
  dismiss(seen: SeenSentences): Promise<string | null>
}

/** What became of the sentences that were taken last. `place`: where their group stood in the list. */
export interface Taken {
  place: number
  text: string
  /** The intent that has them now; null: they were dismissed. */
  intentName: string | null
}

export interface SentenceState {
  /** The group that is being written. */
  busy: string | null
  /** The group that was not written, and why in words. */
  failed: { key: string; message: string } | null
  taken: Taken | null
}

/** A group with what of it was chosen. */
export interface Choice {
  group: UnknownGroup
  place: number
  wordings: readonly UnknownWording[]
}

/** Puts groups of sentences into intents or dismisses them, one at a time. */
export interface SentenceController {
  state: Store<SentenceState>
  use(choice: Choice, intentName: string): Promise<void>
  dismiss(choice: Choice): Promise<void>
}

interface Deps {
  calls: SentenceCalls
  /** They are out of the list in the environment. */
  onTaken(wordings: readonly UnknownWording[]): void
}

export function createSentenceController({ calls, onTaken }: Deps): SentenceController {
  const state = createStore<SentenceState>({ busy: null, failed: null, taken: null })

  async function run(
    { group, place, wordings }: Choice,
    intentName: string | null,
    call: (seen: SeenSentences) => Promise<string | null>,
  ): Promise<void> {
    if (state.get().busy !== null || wordings.length === 0) return
    state.set({ busy: group.key, failed: null, taken: null })
    const message = await call(describeSeen(wordings))
    if (message !== null) {
      state.set({ busy: null, failed: { key: group.key, message }, taken: null })
      return
    }
    state.set({ busy: null, failed: null, taken: { place, text: group.text, intentName } })
    onTaken(wordings)
  }

  return {
    state,
    use: (choice, intentName) =>
      run(choice, intentName, (seen) =>
        calls.use({ seen, texts: listQuestions(choice.wordings), intentName }),
      ),
    dismiss: (choice) => run(choice, null, (seen) => calls.dismiss(seen)),
  }
}

/** The wordings that become questions: the most frequent, as many as one call takes. */
export function listQuestions(wordings: readonly UnknownWording[]): string[] {
  return wordings.slice(0, MAX_USED_TEXTS).map(({ text }) => text)
}

/** The groups without wordings that are gone from them. */
export function leaveOut(groups: readonly UnknownGroup[], gone: readonly UnknownWording[]): UnknownGroup[] {
  const keys = new Set(gone.map(({ key }) => key))
  return groups.flatMap((group) => {
    const wordings = group.wordings.filter(({ key }) => !keys.has(key))
    const [first] = wordings
    if (first === undefined) return []
    if (wordings.length === group.wordings.length) return [group]
    const { until: lastAt, count } = describeSeen(wordings)
    const sentences = group.sentences.filter(({ key }) => !keys.has(key))
    return [{ ...group, key: first.key, text: first.text, wordings, sentences, count, lastAt }]
  })
}
