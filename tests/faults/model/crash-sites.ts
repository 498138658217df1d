import ts from 'typescript'

/** One place at which a tab may die: an await, or the beginning of a transaction. */
export interface CrashSite {
  /** File, function and ordinal in it: `src/db/write.ts writeWithRoom 2`. */
  name: string
  start: number
  end: number
}

/** Calls that begin a transaction, whether or not they are awaited where they stand. */
const BEGINS = new Set([
  'transaction',
  'writeOutbox',
  'writeMirror',
  'writeGuarded',
  'writeWithRoom',
  'readThenWrite',
  'readThenWriteOutbox',
])

/** Every await and every transaction of a source, in the order in which they stand. */
export function findCrashSites(file: string, source: string): CrashSite[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const counts = new Map<string, number>()
  const sites: CrashSite[] = []
  const note = (node: ts.Node) => {
    const place = nameOfFunction(node)
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    sites.push({ name: `${file} ${place} ${count}`, start: node.getStart(tree), end: node.getEnd() })
  }
  const visit = (node: ts.Node) => {
    if (ts.isAwaitExpression(node)) note(node.expression)
    else if (isBeginning(node) && !ts.isAwaitExpression(node.parent)) note(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return sites
}

/** The source with each site told to `__crash` before its promise is waited for. */
export function instrument(file: string, source: string): string {
  const edits = findCrashSites(file, source).flatMap(({ name, start, end }) => [
    { at: start, text: `__crash(${JSON.stringify(name)}, `, order: end },
    { at: end, text: ')', order: -start },
  ])
  // From the end; of two at one place the outer one is written first.
  edits.sort((one, other) => other.at - one.at || one.order - other.order)
  return edits.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source)
}

function isBeginning(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  if (ts.isIdentifier(expression)) return BEGINS.has(expression.text)
  return ts.isPropertyAccessExpression(expression) && BEGINS.has(expression.name.text)
}

/** The nearest function with a name, or `(module)`. */
function nameOfFunction(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name) return at.name.getText()
    if (ts.isVariableDeclaration(at) && at.initializer && ts.isArrowFunction(at.initializer))
      return at.name.getText()
  }
  return '(module)'
}
