import * as dexie from 'dexie'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import ts from 'typescript'
import * as valibot from 'valibot'
import { CRASH_FILES } from '../crash-files.ts'
import { instrument } from './crash-sites.ts'
import type * as tabCode from './inside/tab-code.ts'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')
const ENTRY = path.join(ROOT, 'tests/faults/model/inside/tab-code.ts')

const CACHE = path.join(ROOT, '.cache/faults')
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.CommonJS,
  verbatimModuleSyntax: false,
  esModuleInterop: false,
}

/** A change of the product's source that only the model ever runs. */
export interface Patch {
  file: string
  find: string
  replace: string
}

export type TabCode = typeof tabCode

const GLOBALS = [
  'fetch',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'performance',
  'BroadcastChannel',
  'WebSocket',
  'XMLHttpRequest',
  'navigator',
  'crypto',
  'console',
  'Math',
  'AbortSignal',
  'indexedDB',
  '__crash',
] as const

/** The globals that a tab has instead of the process's own, and its Dexie, which opens the tab's own databases. */
export type TabGlobals = Record<(typeof GLOBALS)[number] | 'Dexie', unknown>

/** Evaluates the product's modules once more, with these globals. */
export type TabProgram = (globals: TabGlobals) => TabCode

type Exports = Record<string, unknown>
type Module = (exports: Exports, require: (name: string) => unknown, globals: unknown[]) => void

/** Modules as they stand in the sources, translated once in this process. */
const translated = new Map<string, Module>()

/**
 * The product as a tab runs it, with `patches`: its modules are evaluated anew for each tab, so that whatever one keeps is the tab's
 * own, as in a browser. Throws where a patch finds no text to change, or finds it twice.
 */
export function createTabProgram(patches: readonly Patch[] = []): TabProgram {
  const patched = new Map<string, Module>()
  for (const file of new Set(patches.map((patch) => patch.file))) {
    const id = path.join(ROOT, file)
    const own = patches.filter((patch) => patch.file === file)
    patched.set(id, translate(id, own.reduce(applyPatch, readFileSync(id, 'utf8'))))
  }
  const find = (id: string): Module => {
    const known = patched.get(id) ?? translated.get(id)
    if (known) return known
    const made = translate(id, readFileSync(id, 'utf8'))
    translated.set(id, made)
    return made
  }
  return (globals) => {
    const given = GLOBALS.map((name) => globals[name])
    const packages: Record<string, unknown> = { valibot, dexie: { ...dexie, default: globals.Dexie } }
    const loaded = new Map<string, Exports>()
    const load = (id: string): Exports => {
      const known = loaded.get(id)
      if (known) return known
      const exports: Exports = {}
      loaded.set(id, exports)
      find(id)(exports, (name) => packages[name] ?? load(resolve(id, name)), given)
      return exports
    }
    return load(ENTRY) as TabCode
  }
}

/** Throws where the text is not there exactly once: the patch would prove nothing. */
export function applyPatch(source: string, { file, find, replace }: Patch): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`)
  return parts.join(replace)
}

function translate(id: string, source: string): Module {
  const file = path.relative(ROOT, id).split(path.sep).join('/')
  const text = CRASH_FILES.includes(file) ? instrument(file, source) : source
  const body = `const [${GLOBALS.join(', ')}] = __globals;\n${transpile(id, text)}`
  const compiled: unknown = compileFunction(body, ['exports', 'require', '__globals'], { filename: file })
  return compiled as Module
}

/** Kept beside the other caches, by content: translating takes longer than many schedules. */
function transpile(id: string, text: string): string {
  const hash = createHash('sha256').update(`${ts.version} ${text}`).digest('hex').slice(0, 24)
  const kept = path.join(CACHE, `${hash}.js`)
  if (existsSync(kept)) return readFileSync(kept, 'utf8')
  const { outputText } = ts.transpileModule(text, { fileName: id, compilerOptions: OPTIONS })
  mkdirSync(CACHE, { recursive: true })
  const fresh = `${kept}.${randomUUID()}`
  writeFileSync(fresh, outputText)
  renameSync(fresh, kept)
  return outputText
}

function resolve(from: string, name: string): string {
  if (name.startsWith('#')) return path.join(ROOT, name.slice(1))
  if (name === 'partysocket') return path.join(ROOT, 'node_modules/partysocket/dist/index.js')
  return path.resolve(path.dirname(from), name)
}
