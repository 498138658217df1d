import { endsWordsBeforeKey, watchEnter } from '#src/domain/keys/enter.ts'

/** The console's Enter, and what input methods have for themselves. */
export const { isEnter, isOfInputMethod } = watchEnter(
  typeof window === 'undefined' ? new EventTarget() : window,
  endsWordsBeforeKey(globalThis.navigator?.vendor ?? ''),
)
