import { useEffect, useRef } from 'react'
import type { HelpRequests } from '#src/db/mirror/help-requests.ts'
import { findNewHelpRequests, type KnownHelpRequests } from '#src/domain/alerts/new-help-requests.ts'
import { SpokenWords, useSpokenWords } from '#src/ui/spoken-words.tsx'
import { describeHelpRequests, describeFailure } from './describe-events.ts'
import type { Failure } from './use-failures.ts'

interface AnnouncementsProps {
  helpRequests: HelpRequests['helpRequests']
  /** What waits for its writer; undefined until it was read. */
  failures: readonly Failure[] | undefined
}

/** Says what has just happened to those who do not see it: once per event and tab, nothing of what was there before. */
export function Announcements({ helpRequests, failures }: AnnouncementsProps) {
  const { words, say } = useSpokenWords()
  useNewHelpRequests(helpRequests, say)
  useNewFailures(failures, say)
  // Until the help requests are read nothing is known to be new.
  return <SpokenWords label="Announcements" words={words} isBusy={helpRequests === null} />
}

function useNewHelpRequests(helpRequests: HelpRequests['helpRequests'], say: (text: string) => void): void {
  const known = useRef<KnownHelpRequests | null>(null)
  useEffect(() => {
    if (helpRequests === null) return
    const found = findNewHelpRequests(known.current, helpRequests)
    known.current = found.known
    const names = helpRequests
      .filter(({ chatId }) => found.fresh.includes(chatId))
      .map(({ displayName }) => displayName)
    if (names.length > 0) say(describeHelpRequests(names))
  }, [helpRequests, say])
}

function useNewFailures(failures: readonly Failure[] | undefined, say: (text: string) => void): void {
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!failures) return
    const before = known.current
    known.current = new Set(failures.map(({ operation }) => operation.id))
    if (before === null) return
    for (const { operation, name } of failures) {
      const words = before.has(operation.id) ? null : describeFailure(operation, name, Date.now())
      if (words !== null) say(words)
    }
  }, [failures, say])
}
