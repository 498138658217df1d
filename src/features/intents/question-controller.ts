import type { Intent, IntentQuestion } from '#src/contract/intents.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import { describeProblem } from '#src/ui/list/list-source.ts'
import type { IntentSteps, StepResult } from './intent-writes.ts'

/** What is being done to a question, or what became of it. */
export type QuestionState = { kind: 'busy' } | { kind: 'failed'; message: string }
/** By a question's id, or by the text of one that has none yet. */
export type QuestionStates = ReadonlyMap<string, QuestionState>

/** The questions of an intent that is there: each is added and removed by itself, at once. */
export interface QuestionController {
  states: Store<QuestionStates>
  /** True when the intent has it. */
  add(text: string): Promise<boolean>
  remove(question: IntentQuestion): Promise<boolean>
  /** What became of a question is of no interest any more. */
  forget(key: string): void
}

export function createQuestionController(
  steps: IntentSteps,
  readIntent: () => Intent | undefined,
): QuestionController {
  const states = createStore<QuestionStates>(new Map())
  /** One after the other: of two at once the older answer could come last. */
  let last: Promise<unknown> = Promise.resolve()

  function put(key: string, state: QuestionState | null) {
    const next = new Map(states.get())
    if (state === null) next.delete(key)
    else next.set(key, state)
    states.set(next)
  }

  function run<Row>(
    key: string,
    call: (intent: Intent) => Promise<StepResult<Row>>,
    change: (questions: readonly IntentQuestion[], row: Row | null) => IntentQuestion[],
  ): Promise<boolean> {
    put(key, { kind: 'busy' })
    const done = last.then(async () => {
      const intent = readIntent()
      if (intent === undefined) return settle(key, { kind: 'gone' })
      const result = await call(intent)
      if (result.kind === 'done') {
        const read = await steps.read(intent.id)
        const known = { ...intent, questions: change(intent.questions, result.row) }
        await steps.put(read.kind === 'done' ? read.row : known)
      }
      return settle(key, result)
    })
    last = done
    return done
  }

  function settle(key: string, result: StepResult<unknown>): boolean {
    const isDone = result.kind === 'done'
    put(key, isDone ? null : { kind: 'failed', message: describeProblem(result) })
    return isDone
  }

  return {
    states,
    add: (text) =>
      run(
        text,
        ({ name }) => steps.addQuestions([text], name),
        (questions, added) => [...questions, ...(added ?? [{ id: text, text }])],
      ),
    remove: ({ id }) =>
      run(
        id,
        async () => {
          const removed = await steps.removeQuestion(id)
          // Somebody else has removed it: it is what was wanted.
          return removed.kind === 'gone' ? { kind: 'done', row: null } : removed
        },
        (questions) => questions.filter((question) => question.id !== id),
      ),
    forget: (key) => put(key, null),
  }
}
