import { useCallback, useEffect, useRef, useState } from 'react'

/** Long enough to be read out; then it is gone, so that nobody who reads on finds old news. */
const KEPT_MS = 15_000

export interface SpokenWord {
  id: number
  text: string
}

/** What is to be read out, and how something is said: once, whatever was said before. */
export function useSpokenWords(): { words: readonly SpokenWord[]; say(text: string): void } {
  const [words, setWords] = useState<readonly SpokenWord[]>([])
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
  useEffect(() => {
    const running = timers.current
    return () => running.forEach((timer) => window.clearTimeout(timer))
  }, [])
  return { words, say }
}

interface SpokenWordsProps {
  label: string
  words: readonly SpokenWord[]
  /** Whether it is not known yet what is new. */
  isBusy?: boolean
}

/** Says words to those who do not see what they are about. Nothing of them is seen. */
export function SpokenWords({ label, words, isBusy = false }: SpokenWordsProps) {
  return (
    <div className="visually-hidden" role="status" aria-atomic="false" aria-label={label} aria-busy={isBusy}>
      {words.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
