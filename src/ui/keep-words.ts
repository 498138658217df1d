import type { KeyboardEvent } from 'react'
import { isOfInputMethod } from '#src/lib/enter.ts'

/** For `onKeyDownCapture`: neither a list at its field nor what is around it acts on a key that only ends a word. */
export function keepWords(event: KeyboardEvent): void {
  if (isOfInputMethod(event.nativeEvent)) event.stopPropagation()
}
