import { useCallback, useRef, useState, type RefObject } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { useLiveEffect } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** `updatedAt` in ms. */
interface KeptValue<Value> {
  value: Value
  updatedAt: number
}

/** Where something half-written is kept. The same object for as long as it is the same draft. */
export interface DraftPlace<Value> {
  /** Names it among the live queries. */
  key: string
  empty: Value
  /** Undefined: nothing is kept. */
  read(): Promise<KeptValue<Value> | undefined>
  /** `at`: becomes its `updatedAt`. */
  save(value: Value, at: number): Promise<void>
  isSame(one: Value, other: Value): boolean
  /** What was kept, with what was typed before it was read. */
  join(kept: Value, typed: Value): Value
}

export interface KeptDraft<Value> {
  value: Value
  /** The value as it is right now, before the next drawing: a second Enter reads it (O1). */
  current: RefObject<Value>
  /** Whether what was kept is read. */
  isLoaded: boolean
  /** Why the last change could not be kept; null while it is. */
  problem: string | null
  /** What the user typed: shown and kept at once. */
  change(value: Value): void
  /** Changes what is shown only; the action that took it has changed the row. */
  show(value: Value): void
}

/**
 * A draft: saved as it is typed, one write after another in the order of typing. What another tab or 'Edit' wrote later
 * replaces it; an answer to an older state of ours does not.
 */
export function useKeptDraft<Value>(place: DraftPlace<Value>): KeptDraft<Value> {
  const workspace = useWorkspace()
  const [value, setValue] = useState(place.empty)
  const [isLoaded, setLoaded] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef(place.empty)
  const hasRead = useRef(false)
  /** `updatedAt` of our newest write, and whether the live query has caught up with it. */
  const ours = useRef({ at: 0, isSeen: true })

  const show = useCallback((next: Value) => {
    current.current = next
    setValue(next)
  }, [])

  const change = useCallback(
    (next: Value) => {
      show(next)
      // Kept once the row is read: a write now would replace it unread.
      if (!hasRead.current) return
      // Two writes within a millisecond still have an order.
      const at = Math.max(Date.now(), ours.current.at + 1)
      ours.current = { at, isSeen: place.isSame(next, place.empty) }
      place.save(next, at).then(
        () => setProblem(null),
        (error: unknown) => setProblem(explainFailure(error)),
      )
    },
    [place, show],
  )

  const follow = useCallback(
    (row: KeptValue<Value> | undefined) => {
      const kept = row?.value ?? place.empty
      if (!hasRead.current) {
        hasRead.current = true
        setLoaded(true)
        // The field takes what is typed from the first moment on: it follows what was kept.
        const typed = current.current
        if (!place.isSame(typed, place.empty)) return change(place.join(kept, typed))
      }
      if (row && row.updatedAt < ours.current.at) return
      if (!row && !ours.current.isSeen) return
      // Also where ours came and went between two readings: once another tab's was shown, its removal is heeded.
      ours.current.isSeen = true
      if (row?.updatedAt === ours.current.at) return
      if (!place.isSame(kept, current.current)) show(kept)
    },
    [place, show, change],
  )
  // Each letter is written and read again: what comes back as it was typed draws nothing.
  useLiveEffect(workspace, place.key, () => place.read(), follow)

  return { value, current, isLoaded, problem, change, show }
}
