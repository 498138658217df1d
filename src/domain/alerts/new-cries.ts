/** A chat that needs help. `helpAt`: since when; null where the environment does not say (CONTRACT section 5). */
export interface Cry {
  chatId: string
  helpAt: string | null
}

/** The cries that were told already: each chat's, by when it was raised; '' where that is not said. */
export type KnownCries = Readonly<Record<string, string>>

/**
 * The cries that nobody was told of, and what is known from now on (I6). A chat that was resolved is forgotten, so that
 * its next cry is new; one that goes on crying is not, whatever else changes in it. Where nothing is known yet, all of
 * them were there before anybody listened: none is new.
 */
export function findNewCries(
  known: KnownCries | null,
  cries: readonly Cry[],
): { fresh: string[]; known: KnownCries } {
  const next = Object.fromEntries(cries.map(({ chatId, helpAt }) => [chatId, helpAt ?? '']))
  if (known === null) return { fresh: [], known: next }
  const fresh = cries.filter(({ chatId }) => known[chatId] !== next[chatId]).map(({ chatId }) => chatId)
  return { fresh, known: next }
}

/** Whether two readings are the same cries. */
export function isSameCries(one: KnownCries | null, other: KnownCries): boolean {
  if (one === null) return false
  const ids = Object.keys(other)
  return ids.length === Object.keys(one).length && ids.every((id) => one[id] === other[id])
}
