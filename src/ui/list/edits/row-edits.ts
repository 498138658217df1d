import { createStore } from '#src/lib/store.ts'
import { isFixed, listColumns } from '../declare-list.ts'
import { toValues } from '../column-values.ts'
import { isSameTyped, omitFields, type Typed, type TypedValues } from '../field-values.ts'
import { describeProblem, settleWrite, type WriteResult } from '../list-source.ts'
import { observeEdit } from './observe-edit.ts'
import {
  beginEdit,
  dropSame,
  findConflicts,
  findErrors,
  isUnsaved,
  rebase,
  type EditMap,
  type EditsDeps,
  type RowEdit,
  type RowEdits,
} from './row-edit.ts'
import { createRowTimers } from '../timers.ts'

/** In-place edits are saved this long after the last change (specification section 7). */
const SAVE_PAUSE_MS = 500
/** How long 'Saved' stays, and the row where it was. */
const SAVED_SHOWN_MS = 3_000
/** How often a save is tried again on top of what others saved in other fields. */
const MAX_MERGES = 3
const KEEPS_CHANGING = 'Others keep changing it. Try again in a moment.'

export function createRowEdits<Row>(deps: EditsDeps<Row>): RowEdits<Row> {
  const edits = createStore<EditMap<Row>>(new Map())
  /** A row waits for its save, or after it for its rest. */
  const waits = createRowTimers(deps.timers)
  const held = new Set<string>()
  const merges = new Map<string, number>()
  const { isManual = false } = deps

  const find = (id: string) => edits.get().get(id)
  const define = () => deps.read().definition

  function put(id: string, edit: RowEdit<Row> | null) {
    const next = new Map(edits.get())
    if (edit === null) next.delete(id)
    else next.set(id, edit)
    edits.set(next)
  }

  function type(row: Row, key: string, value: Typed) {
    const definition = define()
    const id = definition.idOf(row)
    const edit = find(id) ?? beginEdit(row)
    const { progress } = edit
    if (isFixed(definition, row) || progress.kind === 'gone') return
    const typed = { ...edit.typed, [key]: value }
    if (progress.kind === 'saving') {
      // What is the same as the row is seen when the row is known again.
      put(id, { ...edit, typed })
      if (!isManual) schedule(id)
      return
    }
    put(id, { ...edit, typed: dropSame(definition, edit.base, typed) })
    if (progress.kind === 'changed') settleDecisions(id)
    else rest(id)
  }

  function schedule(id: string) {
    waits.start(id, SAVE_PAUSE_MS, () => void save(id))
  }

  /** Where nothing is under way: what is typed waits, and without it the row's own values show again. */
  function rest(id: string) {
    const edit = find(id)
    if (!edit) return
    waits.stop(id)
    if (!isUnsaved(edit)) return put(id, edit.isFocused ? { ...edit, progress: { kind: 'clean' } } : null)
    put(id, { ...edit, progress: { kind: isManual ? 'typed' : 'waiting' } })
    if (!isManual) schedule(id)
  }

  async function save(id: string, keys?: readonly string[], isLeaving = false): Promise<void> {
    const before = find(id)
    if (!before || held.has(id) || ['saving', 'gone', 'changed'].includes(before.progress.kind)) return
    const { definition, source } = deps.read()
    const edit = before.latest === before.base ? before : rebase(definition, before, before.latest)
    if (edit.progress.kind === 'changed')
      return fail(id, edit, describeProblem({ kind: 'changed', row: edit.latest }))
    const sent = omitFields(edit.typed, (key) => keys?.includes(key) === false)
    put(id, edit)
    if (Object.keys(sent).length === 0) return rest(id)
    const errors = findErrors(definition, { base: edit.base, typed: sent })
    // What goes once more leaves the other fields their pause.
    if (keys === undefined) waits.stop(id)
    if (Object.keys(errors).length > 0) {
      return fail(id, { ...edit, progress: { kind: 'invalid', errors } }, Object.values(errors).join(' '))
    }
    if (source.readOnly !== null) {
      const message = source.readOnly
      return fail(id, { ...edit, progress: { kind: 'failed', message, isHeld: !isManual } }, message)
    }
    put(id, { ...edit, progress: { kind: 'saving', sent } })
    const values = toValues(listColumns(definition), sent)
    await settle(id, sent, await settleWrite(() => source.update(edit.base, values, { isLeaving })))
  }

  async function settle(id: string, sent: TypedValues, result: WriteResult<Row>): Promise<void> {
    const edit = find(id)
    if (!edit) return
    const definition = define()
    if (result.kind !== 'changed') merges.delete(id)
    switch (result.kind) {
      case 'done':
        return finish(id, edit, sent, result.row)
      case 'changed':
        return mergeWith(id, rebase(definition, edit, result.row, result.by ?? null), sent)
      case 'gone':
        waits.stop(id)
        return fail(id, { ...edit, progress: { kind: 'gone' } }, describeProblem(result))
      case 'refused': {
        // What was typed meanwhile may be what is wanted.
        const isTypedOn =
          Object.keys(omitFields(edit.typed, (key) => isSameTyped(edit.typed[key], sent[key]))).length > 0
        if (isTypedOn && !isManual && waits.has(id))
          return put(id, { ...edit, progress: { kind: 'waiting' } })
        const { message, field = null } = result
        return fail(id, { ...edit, progress: { kind: 'refused', message, field } }, message)
      }
      case 'unreachable': {
        waits.stop(id)
        const { message } = result
        return fail(id, { ...edit, progress: { kind: 'failed', message, isHeld: false } }, message)
      }
    }
  }

  async function finish(id: string, edit: RowEdit<Row>, sent: TypedValues, row: Row): Promise<void> {
    const definition = define()
    const left = omitFields(edit.typed, (key) => isSameTyped(edit.typed[key], sent[key]))
    const typed = dropSame(definition, row, left)
    const saved: RowEdit<Row> = { ...edit, base: row, latest: row, typed, progress: { kind: 'saved' } }
    put(id, saved)
    deps.say?.(`Saved: ${definition.nameOf(row)}.`)
    if (!isUnsaved(saved)) return waits.start(id, SAVED_SHOWN_MS, () => rest(id))
    // The pause since the last change is over, or it is not.
    if (!isManual && !waits.has(id)) return save(id)
    put(id, { ...saved, progress: { kind: isManual ? 'typed' : 'waiting' } })
  }

  /** Where others changed other fields, the save goes once more, on top of theirs. */
  async function mergeWith(id: string, edit: RowEdit<Row>, sent: TypedValues): Promise<void> {
    const count = (merges.get(id) ?? 0) + 1
    merges.set(id, count)
    const { progress } = edit
    if (progress.kind === 'changed') {
      waits.stop(id)
      const { theirs: row, by } = progress
      return fail(
        id,
        edit,
        describeProblem(by === null ? { kind: 'changed', row } : { kind: 'changed', row, by }),
      )
    }
    if (!Object.keys(sent).some((key) => key in edit.typed)) return finish(id, edit, sent, edit.base)
    if (count > MAX_MERGES) {
      merges.delete(id)
      return fail(
        id,
        { ...edit, progress: { kind: 'failed', message: KEEPS_CHANGING, isHeld: false } },
        KEEPS_CHANGING,
      )
    }
    put(id, { ...edit, progress: { kind: 'typed' } })
    return save(id, Object.keys(sent))
  }

  function fail(id: string, edit: RowEdit<Row>, words: string) {
    put(id, edit)
    deps.say?.(`Not saved: ${define().nameOf(edit.base)}. ${words}`)
  }

  /** Once every field is decided on, what is left is mine, on top of theirs. */
  function settleDecisions(id: string) {
    const edit = find(id)
    if (edit?.progress.kind !== 'changed') return
    const { theirs, undecided } = edit.progress
    const conflicts = findConflicts(define(), edit, theirs)
    const open = undecided.filter((key) => conflicts.includes(key))
    if (open.length > 0) return put(id, { ...edit, progress: { ...edit.progress, undecided: open } })
    const typed = dropSame(define(), theirs, edit.typed)
    put(id, { ...edit, base: theirs, latest: theirs, typed, progress: { kind: 'typed' } })
    if (isManual) rest(id)
    else void save(id)
  }

  function observeOne(id: string, edit: RowEdit<Row>, fresh: Row | undefined) {
    // One that was being deleted is gone by its own person's word, and what was typed in it with it.
    const isOver = fresh === undefined && held.delete(id)
    const next = isOver ? null : observeEdit(define(), edit, fresh)
    if (next === edit) return
    if (next === null) {
      waits.stop(id)
      return put(id, null)
    }
    put(id, next)
    const hasTurned = next.progress.kind !== edit.progress.kind
    if (next.progress.kind === 'changed') {
      if (!hasTurned) return settleDecisions(id)
      waits.stop(id)
      return fail(id, next, describeProblem({ kind: 'changed', row: next.latest }))
    }
    if (next.progress.kind === 'gone' && hasTurned) {
      waits.stop(id)
      return fail(id, next, describeProblem({ kind: 'gone' }))
    }
    const isBack = edit.progress.kind === 'gone'
    if (isBack || (isUnsaved(edit) && !isUnsaved(next))) rest(id)
  }

  return {
    edits,
    begin(row) {
      const id = define().idOf(row)
      put(id, { ...(find(id) ?? beginEdit(row)), isFocused: true })
    },
    end(id) {
      const edit = find(id)
      if (!edit?.isFocused) return
      put(id, { ...edit, isFocused: false })
      if (!isUnsaved(edit) && edit.progress.kind === 'clean') rest(id)
    },
    type,
    save: (id) => save(id),
    undo(id, key) {
      const edit = find(id)
      if (!edit || edit.progress.kind === 'saving') return
      put(id, { ...edit, typed: key === undefined ? {} : omitFields(edit.typed, (other) => other === key) })
      if (edit.progress.kind === 'changed' && key !== undefined) settleDecisions(id)
      else rest(id)
    },
    decide(id, key, whose) {
      const edit = find(id)
      if (edit?.progress.kind !== 'changed') return
      const typed = whose === 'mine' ? edit.typed : omitFields(edit.typed, (other) => other === key)
      const undecided = edit.progress.undecided.filter((other) => other !== key)
      put(id, { ...edit, typed, progress: { ...edit.progress, undecided } })
      settleDecisions(id)
    },
    observe() {
      const { definition, source } = deps.read()
      if (source.rows !== undefined && edits.get().size > 0) {
        const byId = new Map(source.rows.map((row) => [definition.idOf(row), row]))
        for (const [id, edit] of edits.get()) observeOne(id, edit, byId.get(id))
      }
      if (source.readOnly !== null) return
      for (const [id, { progress }] of edits.get()) {
        if (progress.kind === 'failed' && progress.isHeld) void save(id)
      }
    },
    hold(id) {
      held.add(id)
      waits.stop(id)
    },
    resume(id) {
      held.delete(id)
      if (find(id)?.progress.kind !== 'saving') rest(id)
    },
    flush(isLeaving) {
      for (const [id, { progress }] of edits.get()) {
        if (progress.kind === 'waiting') void save(id, undefined, isLeaving)
      }
    },
  }
}
