import type { ApiSession } from '#src/api/http.ts'
import type { WriteAnswer, WriteOptions } from '#src/api/rows.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { describeUnwritten } from './describe-answer.ts'
import type { Online } from './online-context.ts'
import { createWriteKeys } from './write-keys.ts'

/** Why something was not written; the words are for a person. */
export type Problem<Row> =
  | { kind: 'refused'; message: string }
  | { kind: 'changed'; row: Row }
  | { kind: 'gone' }
  | { kind: 'unreachable'; message: string }

/** What a write came to. `row` is null where the environment answers without one. */
export type Written<Row> = { kind: 'done'; row: Row | null } | Problem<Row>

/** Makes a writing call. Rejects for a fault of ours only. */
export type WriteKeyed = <Row>(
  /** What is asked for: the same again, after an answer that never came, is the same call (CONTRACT section 2). */
  intent: readonly unknown[],
  call: (session: ApiSession, options: WriteOptions) => Promise<WriteAnswer<Row>>,
) => Promise<Written<Row>>

/** Writes under keys where the environment announced them, and says in words what they came to. */
export function createKeyedWrites(online: Online): WriteKeyed {
  const keys = createWriteKeys()
  return async <Row>(
    intent: readonly unknown[],
    call: (session: ApiSession, options: WriteOptions) => Promise<WriteAnswer<Row>>,
  ): Promise<Written<Row>> => {
    const session = await online.openSession().catch(readEnd)
    if (!session) return toWritten<Row>({ kind: 'signed-out' }, false)
    const isKeyed = session.hasContractBodies
    const answer = await call(session, isKeyed ? { key: keys.keyOf(intent) } : {})
    if (answer.kind !== 'unreachable') keys.forget(intent)
    return toWritten(answer, isKeyed)
  }
}

function toWritten<Row>(answer: WriteAnswer<Row>, isKeyed: boolean): Written<Row> {
  switch (answer.kind) {
    case 'done':
    case 'changed':
    case 'gone':
      return answer
    case 'refused':
      return { kind: 'refused', message: describeUnwritten(answer, isKeyed) }
    case 'busy':
    case 'signed-out':
    case 'unreachable':
      return { kind: 'unreachable', message: describeUnwritten(answer, isKeyed) }
  }
}

/** Null where the session has ended. */
function readEnd(error: unknown): null {
  if (error instanceof SessionEndedError) return null
  throw error
}
