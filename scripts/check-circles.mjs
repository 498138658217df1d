// `npm run check -- --only circles`: no module of the product may come back to itself by its imports (DESIGN section 1), be
// they of values, of types or lazy ones: a lazy one is no circle for the machine and is one for whoever reads, moves or
// removes a module. Works on the folder it is started in.
import process from 'node:process'
import { findCircles } from './find-circles.mjs'
import { readModules } from './read-modules.mjs'

const FOLDERS = ['src', 'sw', 'server', 'guest']
/** A check that has seen fewer modules, or imports, than this was blind: that is no success. */
const LEAST = Number(process.env.BELLHOP_LEAST_FILES ?? 300)

try {
  process.exitCode = main()
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

function main() {
  const modules = readModules(process.cwd(), FOLDERS)
  const imports = [...modules.values()].reduce((sum, list) => sum + list.length, 0)
  const circles = findCircles(modules)
  for (const circle of circles) console.log(describeCircle(circle))
  console.log(`${circles.length} circles in ${modules.size} modules with ${imports} imports of each other`)
  if (Math.min(modules.size, imports) >= LEAST) return circles.length === 0 ? 0 : 1
  console.log(`At least ${LEAST} of each are expected: this check does not see the code.`)
  return 1
}

function describeCircle(circle) {
  const steps = circle.map(({ to, line, kind }) => {
    const how = kind === 'value' ? '' : `, ${kind}`
    return `  -> ${to} (line ${line}${how})`
  })
  return [`A circle of ${circle.length}: ${circle[0].from}`, ...steps].join('\n')
}
