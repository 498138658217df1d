import { useState } from 'react'
import type { ApiSession } from '#src/api/http.ts'
import type { WriteAnswer, WriteOptions } from '#src/api/rows.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { describeUnwritten } from './describe-answer.ts'
import { useOnline } from './online-context.ts'
import { createWriteKeys } from './write-keys.ts'

type Written = { kind: 'done' } | { kind: 'failed'; message: string }
type WriteCall = (session: ApiSession, id: string, options: WriteOptions) => Promise<WriteAnswer<unknown>>

/** Something that is done to a row beside its list's writes: what it came to, in words. `gone`: said where there is no row. */
export function useWrite(call: WriteCall, gone: string): (id: string) => Promise<Written> {
  const online = useOnline()
  const [keys] = useState(() => createWriteKeys())
  return async (id) => {
    const session = await online.openSession().catch((error: unknown) => {
      if (error instanceof SessionEndedError) return null
      throw error
    })
    const isKeyed = session?.hasContractBodies ?? false
    const intent = [id]
    const answer: WriteAnswer<unknown> =
      session === null
        ? { kind: 'signed-out' }
        : await call(session, id, isKeyed ? { key: keys.keyOf(intent) } : {})
    if (answer.kind !== 'unreachable') keys.forget(intent)
    switch (answer.kind) {
      case 'done':
        return { kind: 'done' }
      case 'gone':
      case 'changed':
        return { kind: 'failed', message: gone }
      default:
        return { kind: 'failed', message: describeUnwritten(answer, isKeyed) }
    }
  }
}
