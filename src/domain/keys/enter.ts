import { isComposing, type KeyPress } from './key-press.ts'

/** Safari ends a composition and then reports the key that did it, within this time, ms. */
const SAME_PRESS_MS = 500

/** Whether a page runs in Safari or what Apple's devices make of a browser, by `navigator.vendor`. */
export function endsWordsBeforeKey(vendor: string): boolean {
  return vendor.startsWith('Apple')
}

type Press = Pick<KeyPress, 'key' | 'isComposing' | 'keyCode'>

export interface EnterReader {
  /** Whether a key press is an Enter that sends, chooses or adds: it does not end a word of an input method. */
  isEnter(press: Press): boolean
  /** Whether a key press is an input method's, also the one that ends a word: nothing else may act on it. */
  isOfInputMethod(press: Press): boolean
}

/**
 * Tells the keys of input methods from others. `page`: where all keys pass. `endsBefore`: its browser reports the end of a
 * composition before the key that ended it (endsWordsBeforeKey).
 */
export function watchEnter(page: EventTarget, endsBefore: boolean): EnterReader {
  let endedAt: number | null = null
  let ending: unknown = null
  if (endsBefore) {
    page.addEventListener('compositionend', ({ timeStamp }) => (endedAt = timeStamp), true)
    page.addEventListener('keyup', () => (endedAt = null), true)
    page.addEventListener(
      'keydown',
      (event) => {
        ending = endedAt !== null && event.timeStamp - endedAt < SAME_PRESS_MS ? event : null
        // Only the first key after it can be the one.
        endedAt = null
      },
      true,
    )
  }
  const isOfInputMethod = (press: Press) => isComposing(press) || (press.key === 'Enter' && press === ending)
  return {
    isOfInputMethod,
    isEnter: (press) => press.key === 'Enter' && !isOfInputMethod(press),
  }
}
