import { useState } from 'react'
import type { ApiSession } from '#src/api/http.ts'
import type { WriteAnswer, WriteOptions } from '#src/api/rows.ts'
import { createKeyedWrites, type WriteKeyed } from './keyed-writes.ts'
import { useOnline } from './online-context.ts'

type DoneTo = { kind: 'done' } | { kind: 'failed'; message: string }
type WriteCall = (session: ApiSession, id: string, options: WriteOptions) => Promise<WriteAnswer<unknown>>

/** Writing calls of a screen's own, beside its lists': the same from drawing to drawing. */
export function useKeyedWrites(): WriteKeyed {
  const online = useOnline()
  const [write] = useState(() => createKeyedWrites(online))
  return write
}

/** Something that is done to a row beside its list's writes: what it came to, in words. `gone`: said where there is no row. */
export function useWrite(call: WriteCall, gone: string): (id: string) => Promise<DoneTo> {
  const write = useKeyedWrites()
  return async (id) => {
    const written = await write([id], (session, options) => call(session, id, options))
    switch (written.kind) {
      case 'done':
        return { kind: 'done' }
      case 'gone':
      case 'changed':
        return { kind: 'failed', message: gone }
      default:
        return { kind: 'failed', message: written.message }
    }
  }
}
