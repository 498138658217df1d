import type { FieldValues } from '#src/ui/list/field-values.ts'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import type { ListSource, RemoveResult, WriteResult } from '#src/ui/list/list-source.ts'
import type { Timers } from '#src/ui/list/timers.ts'
import { ANSWERS, type Answer } from './answers.ts'

/** Timers that run when time is passed by hand. */
export interface ManualTimers extends Timers {
  pass(ms: number): Promise<void>
}

export function createManualTimers(): ManualTimers {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  return {
    after(ms, run) {
      const entry = { at: now + ms, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    async pass(ms) {
      const until = now + ms
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
        if (!next) break
        now = next.at
        waiting = waiting.filter((other) => other !== next)
        next.run()
        await settle()
      }
      now = until
      await settle()
    },
  }
}

/** Lets everything that is due without a timer happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

interface Call {
  call: 'create' | 'update' | 'remove'
  id: string
  patch?: FieldValues
  isLeaving?: boolean
}

/** An environment in memory that knows versions: a row is one as long as nobody has changed it. */
export interface Bench {
  definition: ListDefinition<Answer>
  source: ListSource<Answer>
  calls: Call[]
  said: string[]
  /** What the next writes come to, in their order; without one they are done. */
  answers: (WriteResult<Answer> | RemoveResult<Answer> | Error)[]
  /** Writes wait for `release` while this is true. */
  isSlow: boolean
  release(): Promise<void>
  /** Somebody else's change, which the next reading shows. */
  change(id: string, fields: Partial<Answer>): void
  /** Somebody else's deletion. */
  takeAway(id: string): void
  /** What the environment has. */
  find(id: string): Answer | undefined
  /** The source reads again. */
  poll(): void
  read(): { definition: ListDefinition<Answer>; source: ListSource<Answer> }
  say(words: string): void
}

export function createBench(rows: Answer[], definition = ANSWERS): Bench {
  let stored = rows
  let waiting: (() => void)[] = []
  const put = (row: Answer) => {
    stored = stored.map((other) => (other.id === row.id ? row : other))
  }
  const gate = () =>
    bench.isSlow ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve()
  const scripted = () => {
    const answer = bench.answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }

  const bench: Bench = {
    definition,
    calls: [],
    said: [],
    answers: [],
    isSlow: false,
    source: {
      rows,
      state: 'ready',
      problem: null,
      asOf: 0,
      readOnly: null,
      reload: () => bench.poll(),
      async create(values) {
        bench.calls.push({ call: 'create', id: '', patch: values })
        await gate()
        const answer = scripted()
        if (answer && 'row' in answer) return answer
        if (answer && answer.kind !== 'done') return answer
        const row: Answer = { ...makeRow(`new-${stored.length}`), ...pickFields(values) }
        stored = [...stored, row]
        bench.poll()
        return { kind: 'done', row }
      },
      async update(row, patch, { isLeaving }) {
        bench.calls.push({ call: 'update', id: row.id, patch, ...(isLeaving && { isLeaving }) })
        await gate()
        const answer = scripted()
        if (answer && 'row' in answer) return answer
        if (answer && answer.kind !== 'done') return answer
        const now = bench.find(row.id)
        if (!now) return { kind: 'gone' }
        if (now !== row) return { kind: 'changed', row: now, by: 'Maria' }
        const next = { ...now, ...pickFields(patch) }
        put(next)
        bench.poll()
        return { kind: 'done', row: next }
      },
      async remove(row, { isLeaving }) {
        bench.calls.push({ call: 'remove', id: row.id, isLeaving })
        await gate()
        const answer = scripted()
        if (answer) return answer
        if (!bench.find(row.id)) return { kind: 'gone' }
        bench.takeAway(row.id)
        return { kind: 'done' }
      },
    },
    async release() {
      const due = waiting
      waiting = []
      for (const go of due) go()
      await settle()
    },
    change(id, fields) {
      const row = bench.find(id)
      if (row) put({ ...row, ...fields })
    },
    takeAway(id) {
      stored = stored.filter((row) => row.id !== id)
    },
    find: (id) => stored.find((row) => row.id === id),
    poll() {
      bench.source = { ...bench.source, rows: stored }
    },
    read: () => ({ definition: bench.definition, source: bench.source }),
    say: (words) => bench.said.push(words),
  }
  return bench
}

function makeRow(id: string): Answer {
  return { id, label: '', answer: '', uses: null, isEnabled: false }
}

function pickFields({ label, answer, uses, isEnabled }: FieldValues): Partial<Answer> {
  return {
    ...(typeof label === 'string' && { label }),
    ...(typeof answer === 'string' && { answer }),
    ...((typeof uses === 'number' || uses === null) && { uses }),
    ...(typeof isEnabled === 'boolean' && { isEnabled }),
  }
}
