import { createStore, type Store } from '#src/lib/store.ts'
import type { ListDefinition } from '../declare-list.ts'
import { describeProblem, settleWrite, type ListSource } from '../list-source.ts'

/** So many in a row without an answer: the line is down, and the rest is left alone. */
const MAX_UNREACHABLE = 2

export interface BulkItem<Row> {
  id: string
  name: string
  row: Row
}

export interface BulkFailure<Row> extends BulkItem<Row> {
  message: string
}

export interface BulkReport<Row> {
  deleted: readonly BulkItem<Row>[]
  failed: readonly BulkFailure<Row>[]
  /** Those that it did not come to. */
  untried: readonly BulkItem<Row>[]
}

export type BulkState<Row> =
  | { kind: 'idle' }
  | { kind: 'running'; total: number; report: BulkReport<Row>; current: string; isStopping: boolean }
  | { kind: 'ended'; report: BulkReport<Row> }

interface BulkDeps<Row> {
  read(): { definition: ListDefinition<Row>; source: ListSource<Row> }
  say?(words: string): void
  /** A row's deletion is on its way. */
  onTry?(id: string): void
  /** It was not deleted after all. */
  onBack?(id: string): void
}

/** Deletes rows one by one (specification section 7), and says of each what became of it. */
export interface BulkRun<Row> {
  state: Store<BulkState<Row>>
  /** Settles when it has ended. */
  start(rows: readonly Row[]): Promise<void>
  /** After the one that is on its way. */
  stop(): void
  /** What failed and what it did not come to. */
  retry(): Promise<void>
  dismiss(): void
}

export function createBulkRun<Row>(deps: BulkDeps<Row>): BulkRun<Row> {
  const state = createStore<BulkState<Row>>({ kind: 'idle' })

  async function start(rows: readonly Row[]): Promise<void> {
    if (state.get().kind === 'running' || rows.length === 0) return
    const { definition } = deps.read()
    const items = rows.map((row) => ({ id: definition.idOf(row), name: definition.nameOf(row), row }))
    let report: BulkReport<Row> = { deleted: [], failed: [], untried: items }
    let unreachable = 0
    for (const item of items) {
      const before = state.get()
      const isStopping = before.kind === 'running' && before.isStopping
      if (isStopping || unreachable >= MAX_UNREACHABLE) break
      state.set({ kind: 'running', total: items.length, report, current: item.name, isStopping: false })
      deps.onTry?.(item.id)
      const { source } = deps.read()
      const result = await settleWrite(() => source.remove(item.row, { isLeaving: false }))
      unreachable = result.kind === 'unreachable' ? unreachable + 1 : 0
      const untried = report.untried.slice(1)
      if (result.kind === 'done' || result.kind === 'gone') {
        report = { ...report, untried, deleted: [...report.deleted, item] }
      } else {
        const failure = { ...item, message: describeProblem(result) }
        report = { ...report, untried, failed: [...report.failed, failure] }
        deps.onBack?.(item.id)
      }
    }
    state.set({ kind: 'ended', report })
    deps.say?.(describeReport(report, definition.noun))
  }

  return {
    state,
    start,
    stop() {
      const now = state.get()
      if (now.kind === 'running') state.set({ ...now, isStopping: true })
    },
    retry() {
      const now = state.get()
      if (now.kind !== 'ended') return Promise.resolve()
      return start([...now.report.failed, ...now.report.untried].map(({ row }) => row))
    },
    dismiss() {
      if (state.get().kind === 'ended') state.set({ kind: 'idle' })
    },
  }
}

/** For example `8 answers deleted, 1 not deleted, 3 not tried.` */
export function describeReport<Row>(
  { deleted, failed, untried }: BulkReport<Row>,
  noun: ListDefinition<Row>['noun'],
): string {
  const parts = [`${deleted.length} ${deleted.length === 1 ? noun.one : noun.many} deleted`]
  if (failed.length > 0) parts.push(`${failed.length} not deleted`)
  if (untried.length > 0) parts.push(`${untried.length} not tried`)
  return `${parts.join(', ')}.`
}
