import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

const { resolve } = createRequire(import.meta.url)('./lint/resolve-imports.cjs')
const MODULE = /\.[cm]?[jt]sx?$/
/** Imports that lead to a file of ours; all others are packages, Node's own modules and what the build makes. */
const OWN = /^[.#]/

/**
 * @typedef {object} Import
 * @property {string} to the imported file
 * @property {number} line where it stands, from 1
 * @property {'value' | 'type' | 'lazy'} kind `lazy`: an `import()` that runs
 */

/**
 * The modules below some folders and what each imports of the others. Paths are relative to `root`, with forward slashes.
 * Throws where an import of our own leads to no file: one that is passed over hides circles.
 *
 * @param {string} root absolute
 * @param {string[]} folders
 * @returns {Map<string, Import[]>}
 */
export function readModules(root, folders) {
  const files = folders.flatMap((folder) => listModules(root, folder))
  const known = new Set(files)
  const own = ({ to }) => known.has(to)
  return new Map(files.map((file) => [file, readImports(root, file).filter(own)]))
}

function listModules(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && MODULE.test(entry.name))
    .map((entry) => nameFile(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}

function readImports(root, file) {
  const path = join(root, file)
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  return listImports(source)
    .filter(({ name }) => OWN.test(name))
    .map(({ name, node, kind }) => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      const found = resolve(name, path, { root })
      if (!found.found) throw new Error(`${file}:${line} imports '${name}', which leads to no file.`)
      return { to: nameFile(root, found.path), line, kind }
    })
}

/** Every way in which one module names another: imports, exports from, `import()` and types by `import('…')`. */
function listImports(source) {
  const imports = []
  const add = (specifier, node, kind) => {
    if (specifier && ts.isStringLiteralLike(specifier)) imports.push({ name: specifier.text, node, kind })
  }
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node, isOnlyTypes(node.importClause) ? 'type' : 'value')
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node, isOnlyTypes(node) ? 'type' : 'value')
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, node, 'type')
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], node, 'lazy')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

/** `import type`, `export type`, or a list in which each name is a type. An import for its effect alone is a value. */
function isOnlyTypes(clause) {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const names = clause.namedBindings ?? clause.exportClause
  if (clause.name || !names?.elements) return false
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly)
}

function nameFile(root, path) {
  return relative(root, path).split(sep).join('/')
}
