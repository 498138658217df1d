/**
 * Multinomial logistic regression over sparse features, learned by stochastic gradient descent. `@nlpjs/neural` was measured
 * beside it (docs/decisions/048-understanding.md): a tenth of its speed with as many features, and no better.
 */

/** A sentence as the numbers of its features and how much each weighs. */
export interface SparseVector {
  indexes: readonly number[]
  values: readonly number[]
}

export interface Example {
  vector: SparseVector
  /** The number of the class. */
  label: number
  /** How much it counts; 1 if not given. */
  weight?: number
}

/** What was learned: a weight for each feature and class, and what each class has of its own. */
export interface Weights {
  classes: number
  /** `weights[feature * classes + class]`. */
  weights: Float32Array
  biases: Float32Array
}

const EPOCHS = 20
const RATE = 2
const RATE_DECAY = 0.1
const BIAS_RATE = 0.1
const SHRINKAGE = 1e-5
/** What is as good as right is left alone. */
const LEAST_GRADIENT = 1e-4

/** Learns to tell classes apart. The same examples give the same weights. */
export function learnWeights(
  examples: readonly Example[],
  { features, classes }: { features: number; classes: number },
): Weights {
  const learned: Weights = {
    classes,
    weights: new Float32Array(features * classes),
    biases: new Float32Array(classes),
  }
  const shuffle = createShuffle()
  const order = [...examples]
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order)
    const rate = RATE / (1 + epoch * RATE_DECAY)
    for (const example of order) step(learned, example, rate)
  }
  return learned
}

/** How likely each class is, the sum of all being 1. */
export function weigh(
  { classes, weights, biases }: Weights,
  { indexes, values }: SparseVector,
): Float32Array {
  const scores = Float32Array.from(biases)
  for (let entry = 0; entry < indexes.length; entry += 1) {
    const from = (indexes[entry] ?? 0) * classes
    const value = values[entry] ?? 0
    for (let label = 0; label < classes; label += 1) {
      scores[label] = (scores[label] ?? 0) + (weights[from + label] ?? 0) * value
    }
  }
  let highest = -Infinity
  for (const score of scores) highest = Math.max(highest, score)
  let sum = 0
  for (let label = 0; label < classes; label += 1) {
    const power = Math.exp((scores[label] ?? 0) - highest)
    scores[label] = power
    sum += power
  }
  for (let label = 0; label < classes; label += 1) scores[label] = (scores[label] ?? 0) / sum
  return scores
}

function step(learned: Weights, { vector, label: right, weight = 1 }: Example, rate: number): void {
  const { classes, weights, biases } = learned
  const { indexes, values } = vector
  const scores = weigh(learned, vector)
  for (let label = 0; label < classes; label += 1) {
    const gradient = ((scores[label] ?? 0) - (label === right ? 1 : 0)) * rate * weight
    if (Math.abs(gradient) < LEAST_GRADIENT) continue
    biases[label] = (biases[label] ?? 0) - gradient * BIAS_RATE
    for (let entry = 0; entry < indexes.length; entry += 1) {
      const at = (indexes[entry] ?? 0) * classes + label
      const now = weights[at] ?? 0
      weights[at] = now - gradient * (values[entry] ?? 0) - SHRINKAGE * rate * now
    }
  }
}

/** Fisher and Yates, by a generator that gives the same numbers each time. */
function createShuffle(): (items: unknown[]) => void {
  let seed = 1
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  return (items) => {
    for (let index = items.length - 1; index > 0; index -= 1) {
      const other = next(index + 1)
      ;[items[index], items[other]] = [items[other], items[index]]
    }
  }
}
