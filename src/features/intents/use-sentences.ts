import { useMemo, useState } from 'react'
import type { UnknownGroup } from '#src/contract/not-understood.ts'
import type { Begun } from './begin-with-sentences.ts'
import { useNotUnderstood } from './online-queries.ts'

/**
 * A group of sentences that an intent is to be made of, as it was when it was read first: what is typed is not to change under
 * somebody's hands. `isGone`: the list was read and does not have it.
 */
export function useSentences(key: string): { begun: Begun | null; isGone: boolean } {
  const { groups, takeOut } = useNotUnderstood()
  const [group, setGroup] = useState<UnknownGroup | null>(null)
  const found = group ?? groups?.find((one) => one.key === key) ?? null
  if (found !== group) setGroup(found)
  const begun = useMemo(() => found && { group: found, takeOut }, [found, takeOut])
  return { begun, isGone: groups !== undefined && found === null }
}
