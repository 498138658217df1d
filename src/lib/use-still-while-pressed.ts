import { useCallback, useEffect, useRef, useState } from 'react'

/** On a touch screen the click comes a moment after the finger has gone, and goes to what is there by then. */
const UNTIL_CLICKED_MS = 300

/**
 * Keeps what is shown while a finger or a mouse button is down on it: a row that moved away in between would not be opened,
 * and the one that came in its place might be. `press`: to be called when the pointer goes down.
 */
export function useStillWhilePressed<T>(live: T): { shown: T; press(): void } {
  const [isPressed, setPressed] = useState(false)
  const kept = useRef(live)
  const timer = useRef<number | undefined>(undefined)
  const press = useCallback(() => {
    window.clearTimeout(timer.current)
    setPressed(true)
  }, [])
  useEffect(() => {
    if (!isPressed) return undefined
    const waitForClick = () => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setPressed(false), UNTIL_CLICKED_MS)
    }
    // No click follows: it became a scroll or a menu, or the window was left.
    const release = () => setPressed(false)
    const others = ['pointercancel', 'contextmenu', 'blur'] as const
    window.addEventListener('pointerup', waitForClick)
    for (const name of others) window.addEventListener(name, release)
    return () => {
      window.removeEventListener('pointerup', waitForClick)
      for (const name of others) window.removeEventListener(name, release)
    }
  }, [isPressed])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  if (!isPressed) kept.current = live
  return { shown: kept.current, press }
}
