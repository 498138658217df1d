import { useCallback, useEffect, useRef, useState } from 'react'
import type { HelpRequests } from '#src/db/mirror/help-requests.ts'
import { findNewHelpRequests, type KnownHelpRequests } from '#src/domain/alerts/new-help-requests.ts'
import { describeHelpRequests, describeFailure } from './describe-events.ts'
import { useFailures } from './use-failures.ts'

/** Long enough to be read out; then it is gone, so that nobody who reads on finds old news. */
const KEPT_MS = 15_000

/** Says what has just happened to those who do not see it: once per event and tab, nothing of what was there before. */
export function Announcements({ helpRequests }: { helpRequests: HelpRequests['helpRequests'] }) {
  const [words, setWords] = useState<readonly { id: number; text: string }[]>([])
  const nextId = useRef(0)
  const timers = useRef(new Set<number>())

  const say = useCallback((text: string) => {
    const id = nextId.current
    nextId.current += 1
    setWords((before) => [...before, { id, text }])
    const timer = window.setTimeout(() => {
      timers.current.delete(timer)
      setWords((before) => before.filter((word) => word.id !== id))
    }, KEPT_MS)
    timers.current.add(timer)
  }, [])

  useNewHelpRequests(helpRequests, say)
  useNewFailures(say)
  useEffect(() => {
    const running = timers.current
    return () => running.forEach((timer) => window.clearTimeout(timer))
  }, [])

  return (
    <div
      className="visually-hidden"
      role="status"
      aria-atomic="false"
      aria-label="Announcements"
      // Until then nothing is known to be new.
      aria-busy={helpRequests === null}
    >
      {words.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
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

function useNewFailures(say: (text: string) => void): void {
  const failures = useFailures()
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
