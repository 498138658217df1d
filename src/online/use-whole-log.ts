import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/api/errors.ts'
import { describeReadFailure } from './describe-answer.ts'
import { useOnline } from './online-context.ts'
import { readWholeLog, type LogReading } from './read-whole-log.ts'
import type { LogPage, LogPlan } from './use-paged-log.ts'

/** How far the reading of a whole log is; `count`: rows so far. */
export type WholeLogState =
  | { kind: 'idle' }
  | { kind: 'reading'; count: number }
  | { kind: 'failed'; count: number; message: string }
  | { kind: 'done'; count: number }

export interface WholeLog {
  state: WholeLogState
  /** Reads from the newest on, or from where it failed. */
  start(): void
  /** Lets it be; what was read so far goes. */
  stop(): void
}

const NOTHING: LogReading<never> = { rows: [], before: null }

/** Reads all of a log, also what is not on the screen, and hands it over at its end. */
export function useWholeLog<Row, Page extends LogPage<Row>>(
  plan: LogPlan<Row, Page>,
  onRead: (rows: readonly Row[]) => void,
): WholeLog {
  const online = useOnline()
  const [state, setState] = useState<WholeLogState>({ kind: 'idle' })
  const reading = useRef<LogReading<Row>>(NOTHING)
  const calls = useRef<AbortController | null>(null)
  useEffect(() => () => calls.current?.abort(), [])

  async function read({ signal }: AbortController): Promise<void> {
    setState({ kind: 'reading', count: reading.current.rows.length })
    try {
      const session = await online.openSession()
      const rows = await readWholeLog(
        reading.current,
        (place) => plan.fetchPage(session, place, signal),
        (next) => {
          if (signal.aborted) return
          reading.current = next
          setState({ kind: 'reading', count: next.rows.length })
        },
      )
      if (signal.aborted) return
      reading.current = NOTHING
      onRead(rows)
      setState({ kind: 'done', count: rows.length })
    } catch (error) {
      if (signal.aborted) return
      const message = describeReadFailure(error)
      const count = reading.current.rows.length
      // The place that was asked for may be gone: from there it would be refused for ever.
      if (error instanceof ApiError && error.failure.kind === 'refused') reading.current = NOTHING
      setState({ kind: 'failed', count, message })
    }
  }

  return {
    state,
    start() {
      if (state.kind === 'reading') return
      calls.current = new AbortController()
      void read(calls.current)
    },
    stop() {
      calls.current?.abort()
      reading.current = NOTHING
      setState({ kind: 'idle' })
    },
  }
}
