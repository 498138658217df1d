import { useEffect, useEffectEvent } from 'react'
import { readCommandKey } from '#src/lib/keys.ts'

/** Returns whether the key was one of the caller's. */
export type RunShortcut = (shortcut: string, isHeldDown: boolean) => boolean

/** Hears the keys that are commands wherever the focus is; whose key it was takes it. */
export function useShortcuts(run: RunShortcut): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = readCommandKey(event)
    if (shortcut !== null && run(shortcut, event.repeat)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
