'use strict'
// Tells eslint-plugin-boundaries which file an import means: relative paths, the package imports of package.json
// (`#src/…`), Node's own modules and packages. The usual TypeScript resolver has native parts per platform, which
// break `npm ci`; without any resolver the plugin takes every import for an unknown one and reports nothing.
const { existsSync, readFileSync } = require('node:fs')
const { builtinModules, createRequire } = require('node:module')
const path = require('node:path')

const NOT_FOUND = { found: false }

exports.interfaceVersion = 2

/**
 * @param {string} source what stands in the import
 * @param {string} file the importing file
 * @param {{ root: string } | undefined} config the folder whose package.json names the package imports
 * @returns {{ found: boolean, path?: string | null }} path null: a module of Node itself
 */
exports.resolve = function resolve(source, file, config) {
  const root = config && config.root ? config.root : process.cwd()
  const bare = source.split('?')[0]
  if (bare.startsWith('node:') || builtinModules.includes(bare)) return { found: true, path: null }
  if (bare.startsWith('virtual:')) return NOT_FOUND
  if (bare.startsWith('#')) return findFile(resolvePackageImport(bare, root))
  if (bare.startsWith('.') || path.isAbsolute(bare)) return findFile(path.resolve(path.dirname(file), bare))
  return findPackage(bare, file)
}

function findFile(target) {
  return target !== null && existsSync(target) ? { found: true, path: target } : NOT_FOUND
}

/** `#src/db/chats.ts` by the `"#src/*": "./src/*"` entries of package.json. */
function resolvePackageImport(source, root) {
  for (const [pattern, target] of Object.entries(readImports(root))) {
    const [before, after = ''] = pattern.split('*')
    if (!source.startsWith(before) || !source.endsWith(after)) continue
    const rest = source.slice(before.length, source.length - after.length)
    return path.resolve(root, target.replace('*', rest))
  }
  return null
}

const importsOf = new Map()
function readImports(root) {
  let imports = importsOf.get(root)
  if (!imports) {
    imports = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).imports || {}
    importsOf.set(root, imports)
  }
  return imports
}

/** A package's own manifest stands for every file in it: the rules ask only which package it is. */
function findPackage(source, file) {
  const parts = source.split('/')
  const name = source.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]
  for (const folder of createRequire(file).resolve.paths(name) || []) {
    const manifest = path.join(folder, name, 'package.json')
    if (existsSync(manifest)) return { found: true, path: manifest }
  }
  return NOT_FOUND
}
