import type { Intent, IntentQuestion } from '#src/contract/intents.ts'
import type { IntentSteps, StepResult } from '#src/features/intents/intent-writes.ts'
import type { WriteProblem } from '#src/ui/list/list-source.ts'

export function makeIntent(id: string, fields: Partial<Intent> = {}): Intent {
  return { id, name: `intent ${id}`, questions: [], static: false, stats: null, dialog: null, ...fields }
}

type Answer = WriteProblem<never>

/** An environment with intents in memory: what was asked of it, and what it is made to answer instead. */
export interface FakeSteps extends IntentSteps {
  log: string[]
  intents: Map<string, Intent>
  /** Fails the next call of this name. */
  fail(call: string, answer: Answer): void
}

export function createFakeSteps(...rows: Intent[]): FakeSteps {
  const intents = new Map(rows.map((row) => [row.id, row]))
  const log: string[] = []
  const failures = new Map<string, Answer>()
  let ids = rows.length

  async function ask<Row>(
    call: string,
    words: unknown,
    act: () => StepResult<Row>,
  ): Promise<StepResult<Row>> {
    log.push(`${call} ${typeof words === 'string' ? words : JSON.stringify(words)}`)
    const failure = failures.get(call)
    failures.delete(call)
    return failure ?? act()
  }

  function change(id: string, fields: (intent: Intent) => Partial<Intent>): StepResult<Intent> {
    const intent = intents.get(id)
    if (!intent) return { kind: 'gone' }
    const next = { ...intent, ...fields(intent), etag: `${intent.etag ?? ''}+` }
    intents.set(id, next)
    return { kind: 'done', row: next }
  }

  return {
    log,
    intents,
    fail: (call, answer) => void failures.set(call, answer),
    create: (name) =>
      ask('create', name, () => {
        ids += 1
        intents.set(`i${ids}`, makeIntent(`i${ids}`, { name }))
        return { kind: 'done', row: `i${ids}` }
      }),
    rename: ({ id, etag = 'any' }, name) =>
      ask('rename', `${etag} ${name}`, () => change(id, () => ({ name }))),
    saveDialog: ({ id, etag = 'any' }, config) =>
      ask('dialog', etag, () =>
        change(id, ({ dialog }) => ({ dialog: dialog && { config: { ...dialog.config, ...config } } })),
      ),
    addQuestions: (texts, intentName) =>
      ask('ask', texts, () => {
        const found = [...intents.values()].find(({ name }) => name === intentName)
        if (!found) return { kind: 'gone' }
        const added: IntentQuestion[] = texts.map((text) => ({ id: `q-${text}`, text }))
        change(found.id, ({ questions }) => ({ questions: [...questions, ...added] }))
        return { kind: 'done', row: added }
      }),
    removeQuestion: (id) =>
      ask('unask', id, () => {
        for (const intent of intents.values())
          change(intent.id, ({ questions }) => ({ questions: questions.filter((one) => one.id !== id) }))
        return { kind: 'done', row: null }
      }),
    async read(id) {
      const read = await ask<Intent>('read', id, () => ({ kind: 'done', row: intents.get(id) ?? null }))
      if (read.kind !== 'done') return read
      return read.row ? { kind: 'done', row: read.row } : { kind: 'gone' }
    },
    put: async ({ id, questions }) => void log.push(`put ${id} ${questions.map(({ text }) => text).join()}`),
  }
}
