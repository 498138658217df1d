import type { QueryClient } from '@tanstack/react-query'
import { rowHints } from '#src/lib/row-hints.ts'

/**
 * Reads a query again after each hint that is about it. A reading under way may have begun before the change, so that
 * another one follows it: asked for at once, it would be dropped where nothing has been read yet, and where something has,
 * hints in quick succession would break off one reading after the other. Returns what ends it.
 */
export function readAfterHints(
  client: QueryClient,
  queryKey: readonly unknown[],
  isAbout: (list: string | null) => boolean,
): () => void {
  let isWaiting = false

  async function readAgain() {
    if (isWaiting) return
    isWaiting = true
    // Its answer or its failure is for whoever shows it.
    await client.refetchQueries({ queryKey, fetchStatus: 'fetching' }, { cancelRefetch: false })
    isWaiting = false
    // One that somebody else began since then began after the hint.
    await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }

  return rowHints.subscribe((list) => {
    if (isAbout(list)) void readAgain()
  })
}
