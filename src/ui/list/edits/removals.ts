import { createStore, type Store } from '#src/lib/store.ts'
import type { ListDefinition } from '../declare-list.ts'
import { describeProblem, settleWrite, type ListSource } from '../list-source.ts'
import { createRowTimers, type Timers } from '../timers.ts'

/** How long a deletion can be taken back before it is sent. */
const UNDO_MS = 6_000

export interface Removal<Row> {
  id: string
  /** What the row is called in words. */
  name: string
  row: Row
  /** `waiting`: it can be taken back. `done`: the source may show it a moment longer. `back`: it stands in the list again. */
  state: { kind: 'waiting' } | { kind: 'sending' } | { kind: 'done' } | { kind: 'back'; message: string }
}

interface RemovalsDeps<Row> {
  read(): { definition: ListDefinition<Row>; source: ListSource<Row> }
  timers: Timers
  say?(words: string): void
  /** A row stands in the list again: it was taken back, or refused. */
  onBack?(id: string): void
}

/** Rows on their way out: gone from the screen at once, from the environment after a while. */
export interface Removals<Row> {
  removals: Store<readonly Removal<Row>[]>
  remove(row: Row): void
  undo(id: string): void
  /** Its reason was read. */
  dismiss(id: string): void
  /** The source has read its rows again. */
  observe(): void
  /** What waits is sent now: its screen goes, or the whole page does. */
  flush(isLeaving: boolean): void
}

export function createRemovals<Row>(deps: RemovalsDeps<Row>): Removals<Row> {
  const removals = createStore<readonly Removal<Row>[]>([])
  const waits = createRowTimers(deps.timers)

  const find = (id: string) => removals.get().find((removal) => removal.id === id)
  const drop = (id: string) => removals.set(removals.get().filter((removal) => removal.id !== id))

  function move(id: string, state: Removal<Row>['state']) {
    removals.set(removals.get().map((removal) => (removal.id === id ? { ...removal, state } : removal)))
  }

  async function send(id: string, isLeaving: boolean): Promise<void> {
    const removal = find(id)
    if (removal?.state.kind !== 'waiting') return
    waits.stop(id)
    move(id, { kind: 'sending' })
    const { source } = deps.read()
    const result = await settleWrite(() => source.remove(removal.row, { isLeaving }))
    // Whoever deleted it, it is gone.
    if (result.kind === 'done' || result.kind === 'gone') {
      move(id, { kind: 'done' })
      return observe()
    }
    const message = describeProblem(result)
    move(id, { kind: 'back', message })
    deps.say?.(`${removal.name} was not deleted. ${message}`)
    deps.onBack?.(id)
  }

  function observe() {
    const { definition, source } = deps.read()
    if (source.rows === undefined || removals.get().length === 0) return
    const there = new Set(source.rows.map((row) => definition.idOf(row)))
    const left = removals.get().filter(({ id, state }) => state.kind !== 'done' || there.has(id))
    if (left.length < removals.get().length) removals.set(left)
  }

  return {
    removals,
    remove(row) {
      const { definition } = deps.read()
      const id = definition.idOf(row)
      const name = definition.nameOf(row)
      if (find(id) !== undefined && find(id)?.state.kind !== 'back') return
      drop(id)
      removals.set([...removals.get(), { id, name, row, state: { kind: 'waiting' } }])
      waits.start(id, UNDO_MS, () => void send(id, false))
      deps.say?.(`Deleted ${name}.`)
    },
    undo(id) {
      const removal = find(id)
      if (removal?.state.kind !== 'waiting') return
      waits.stop(id)
      drop(id)
      deps.say?.(`${removal.name} is back.`)
      deps.onBack?.(id)
    },
    dismiss: drop,
    observe,
    flush(isLeaving) {
      for (const id of waits.list()) void send(id, isLeaving)
    },
  }
}

/** The rows that the list does not show. */
export function listHidden<Row>(removals: readonly Removal<Row>[]): ReadonlySet<string> {
  return new Set(removals.flatMap(({ id, state }) => (state.kind === 'back' ? [] : [id])))
}
