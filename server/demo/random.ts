/** A seeded source of choices, so that the demonstration is the same hotel each time. */
export interface Random {
  /** A number from 0 up to, and without, 1. */
  next(): number
  /** A whole number between two, both included. */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
}

/** mulberry32: small, quick and even enough for made-up guests. Not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: (list) => {
      const picked = list[between(0, list.length - 1)]
      if (picked === undefined) throw new Error('Nothing to pick from.')
      return picked
    },
    shuffle: (list) => {
      const shuffled = [...list]
      for (let index = shuffled.length - 1; index > 0; index -= 1) {
        const other = between(0, index)
        const swapped = shuffled[index]
        const into = shuffled[other]
        if (swapped !== undefined && into !== undefined) {
          shuffled[index] = into
          shuffled[other] = swapped
        }
      }
      return shuffled
    },
  }
}

/** An opaque id of 20 letters and digits. */
export function createDemoId(random: Random): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from({ length: 20 }, () => letters[random.between(0, letters.length - 1)]).join('')
}
