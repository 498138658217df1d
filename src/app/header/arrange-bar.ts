import type { Screen } from '#src/domain/screens.ts'

/** More than five are too narrow for a thumb on a phone's bar, and cut off; in a short header they push out the rest. */
const MOST_LINKS = 5

/** The links of a phone's bar or of a short header: the messenger's own first, and what has no place on it behind one more. */
export interface Bar {
  shown: Screen[]
  /** Nothing where all have their place. */
  hidden: Screen[]
}

/** `others`: how many links beside the screens want a place of their own, which they have only where all fit. */
export function arrangeBar(screens: readonly Screen[], others: number): Bar {
  const isOwn = ({ id }: Screen) => id === 'messenger' || id === 'unsent'
  const arranged = [...screens.filter(isOwn), ...screens.filter((screen) => !isOwn(screen))]
  if (arranged.length + others <= MOST_LINKS) return { shown: arranged, hidden: [] }
  return { shown: arranged.slice(0, MOST_LINKS - 1), hidden: arranged.slice(MOST_LINKS - 1) }
}
