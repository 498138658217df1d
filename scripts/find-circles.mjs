/**
 * A chain of imports that ends where it began: each step's `to` is the next one's `from`.
 *
 * @typedef {{ from: string, to: string, line: number, kind: 'value' | 'type' | 'lazy' }[]} Circle
 */

/**
 * The circles among modules: for each module that is in any the shortest through it, each once. A longer one through the
 * same modules shows when the shorter is broken.
 *
 * @param {Map<string, import('./read-modules.mjs').Import[]>} modules
 * @returns {Circle[]}
 */
export function findCircles(modules) {
  const circles = new Map()
  for (const file of modules.keys()) {
    const circle = findShortest(modules, file)
    if (circle === null) continue
    const members = circle
      .map(({ from }) => from)
      .sort()
      .join()
    if (!circles.has(members)) circles.set(members, circle)
  }
  return [...circles.values()]
}

/** Breadth first from a module, until it is met again. */
function findShortest(modules, start) {
  const cameBy = new Map()
  const waiting = [start]
  for (const from of waiting) {
    for (const step of modules.get(from) ?? []) {
      if (cameBy.has(step.to)) continue
      cameBy.set(step.to, { from, ...step })
      if (step.to === start) return followBack(cameBy, start)
      waiting.push(step.to)
    }
  }
  return null
}

function followBack(cameBy, start) {
  const circle = [cameBy.get(start)]
  while (circle[0].from !== start) circle.unshift(cameBy.get(circle[0].from))
  return circle
}
