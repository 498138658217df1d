// `npm run check -- --only sizes`: how large files and folders may be (DESIGN section 1, STYLE rule 9), and how large they
// are. Works on the folder it is started in.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import process from 'node:process'

const ROOT = process.cwd()
/** What the median is of. */
const PRODUCT = ['src', 'sw', 'server', 'guest']
const ALL = [...PRODUCT, 'scripts', 'tests']
const SOURCE = /\.(?:[cm]?[jt]sx?|css)$/
const MODULE = /\.[cm]?[jt]sx?$/
const MOST_LINES = 300
const MOST_MEDIAN_LINES = 60
/** Folders whose rooms are to be small enough to be looked over: files beside each other, below these. */
const ROOMS = ['src/features', 'server/store']
const MOST_FILES = 40
/** A check that has seen fewer files than this was blind: that is no success. */
const LEAST = Number(process.env.BELLHOP_LEAST_FILES ?? 300)

const faults = []
const product = ALL.flatMap(checkLengths).filter(({ file }) => isIn(PRODUCT, file) && MODULE.test(file))
ROOMS.forEach(checkRooms)
const median = findMedian(product.map(({ lines }) => lines))
if (median > MOST_MEDIAN_LINES) faults.push(`The median is over ${MOST_MEDIAN_LINES} lines a file.`)
if (product.length < LEAST) faults.push(`At least ${LEAST} are expected: this check does not see the code.`)
console.log(`A median of ${median} lines in the ${product.length} modules of ${PRODUCT.join(', ')}`)
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1

/** The source files below a folder with their lines; the ones that are too long are noted. */
function checkLengths(folder) {
  const sources = listFiles(folder)
    .filter((file) => SOURCE.test(file))
    .map((file) => ({ file, lines: countLines(file) }))
  for (const { file, lines } of sources) {
    if (lines > MOST_LINES) faults.push(`${file} has ${lines} lines; ${MOST_LINES} are the most.`)
  }
  return sources
}

function checkRooms(folder) {
  const counts = new Map()
  for (const file of listFiles(folder)) {
    const room = posix.dirname(file)
    counts.set(room, (counts.get(room) ?? 0) + 1)
  }
  for (const [room, count] of counts) {
    if (count > MOST_FILES)
      faults.push(`${room} has ${count} files beside each other; ${MOST_FILES} are the most.`)
  }
}

/** Relative to the root, with forward slashes. */
function listFiles(folder) {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)))
    .map((file) => file.split(sep).join('/'))
    .sort()
}

function isIn(folders, file) {
  return folders.some((folder) => file.startsWith(`${folder}/`))
}

function countLines(file) {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function findMedian(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
