import { useCallback, useEffect, useRef, useState } from 'react'
import { findInMirror, type SearchHits } from '#src/db/search.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { readWords } from '#src/domain/search/match-text.ts'
import { isOfInputMethod } from '#src/lib/enter.ts'
import { logger } from '#src/lib/logger.ts'

export const MOST_HITS = 50
/** One letter is in every message; a sign of many a script is a word. */
const SHORTEST = /^[ -~]$/
/** What takes longer than this can be stopped: until then a button would only flicker. */
const STOPPABLE_MS = 1_000
const NOTHING: SearchHits = { rooms: [], messages: [] }

export interface Finding {
  hits: SearchHits
  /** `long`: searching for so long that its person may want to stop it. */
  state: 'searching' | 'long' | 'stopped' | 'done' | 'failed'
}

/**
 * Searches anew with each input, and ends the search before it; `stop` ends it as well, as Escape does, and `again` begins
 * anew. No finding while there is nothing to search for.
 */
export function useFinding(text: string): { finding: Finding | undefined; stop(): void; again(): void } {
  const workspace = useWorkspace()
  const [finding, setFinding] = useState<Finding | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  const running = useRef<AbortController | null>(null)
  const key = readWords(text).join(' ')
  const isTooShort = key === '' || SHORTEST.test(key)
  useEffect(() => {
    if (isTooShort) return setFinding(undefined)
    const abort = new AbortController()
    const { signal } = abort
    running.current = abort
    const show = (change: Partial<Finding>) => {
      if (signal.aborted) return
      setFinding((before) => ({ hits: NOTHING, state: 'searching', ...before, ...change }))
    }
    // The former hits stay until there are others, so that nothing flickers while a word is typed.
    show({ state: 'searching' })
    const timer = setTimeout(() => show({ state: 'long' }), STOPPABLE_MS)
    let hasFound = false
    const onHits = (hits: SearchHits) => {
      hasFound = true
      show({ hits })
    }
    findInMirror(workspace, key.split(' '), { limit: MOST_HITS, signal, onHits })
      .then(
        () => show({ state: 'done', ...(hasFound ? {} : { hits: NOTHING }) }),
        (error: unknown) => {
          logger.warn('the messages on this device could not be searched', { error: String(error) })
          show({ state: 'failed' })
        },
      )
      .finally(() => clearTimeout(timer))
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [workspace, key, isTooShort, attempt])

  const stop = useCallback(() => {
    running.current?.abort()
    setFinding((before) => before && { ...before, state: 'stopped' })
  }, [])
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  useEscape(isSearching(finding), stop)
  return { finding: isTooShort ? undefined : finding, stop, again }
}

export function isSearching(finding: Finding | undefined): boolean {
  return finding?.state === 'searching' || finding?.state === 'long'
}

/** Escape that nothing else on the screen has a use for. */
function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOfInputMethod(event)) act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn, act])
}
