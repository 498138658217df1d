/** A chat that needs help. `helpAt`: since when; null where the environment does not say (CONTRACT section 5). */
export interface HelpRequest {
  chatId: string
  helpAt: string | null
}

/** The help requests that were told already: each chat's, by when it was raised; '' where that is not said. */
export type KnownHelpRequests = Readonly<Record<string, string>>

/**
 * The help requests that nobody was told of, and what is known from now on (I6). A chat that was resolved is forgotten, so that
 * its next help request is new; one that goes on asking for help is not, whatever else changes in it. Where nothing is known yet, all of
 * them were there before anybody listened: none is new.
 */
export function findNewHelpRequests(
  known: KnownHelpRequests | null,
  helpRequests: readonly HelpRequest[],
): { fresh: string[]; known: KnownHelpRequests } {
  const next = Object.fromEntries(helpRequests.map(({ chatId, helpAt }) => [chatId, helpAt ?? '']))
  if (known === null) return { fresh: [], known: next }
  const fresh = helpRequests
    .filter(({ chatId }) => known[chatId] !== next[chatId])
    .map(({ chatId }) => chatId)
  return { fresh, known: next }
}

/** Whether two readings are the same help requests. */
export function isSameHelpRequests(one: KnownHelpRequests | null, other: KnownHelpRequests): boolean {
  if (one === null) return false
  const ids = Object.keys(other)
  return ids.length === Object.keys(one).length && ids.every((id) => one[id] === other[id])
}
