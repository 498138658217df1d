import { dirname, relative, resolve, sep } from 'node:path'

const ROOTS = ['src', 'server', 'guest', 'sw', 'tests', 'scripts']

/**
 * A rule of our own: what lies in another layer is imported by its full name (`#src/domain/…`), so that a crossing can
 * be seen in the import itself. Within a layer relative paths are welcome.
 *
 * @param {string} root the project's folder, absolute
 * @returns {import('eslint').ESLint.Plugin}
 */
export function createRelativeImportsPlugin(root) {
  return {
    rules: {
      'no-crossing': {
        meta: {
          type: 'problem',
          schema: [],
          messages: { crossing: "'{{source}}' leads into another layer: import it as '#{{target}}'." },
        },
        create(context) {
          const check = (node) => {
            const source = node.source?.value
            if (typeof source !== 'string' || !source.startsWith('.')) return
            const target = relative(root, resolve(dirname(context.filename), source))
            const own = relative(root, context.filename)
            const [ownLayer, targetLayer] = [findLayer(own), findLayer(target)]
            if (targetLayer === null || ownLayer === targetLayer) return
            const data = { source, target: target.split(sep).join('/') }
            context.report({ node, messageId: 'crossing', data })
          }
          return {
            ImportDeclaration: check,
            ImportExpression: check,
            ExportNamedDeclaration: check,
            ExportAllDeclaration: check,
          }
        },
      },
    },
  }
}

/** `src/domain`, `server`, …; null for what is in none of them, such as package.json. */
function findLayer(path) {
  const [first = '', second = ''] = path.split(sep)
  if (!ROOTS.includes(first)) return null
  return first === 'src' ? `${first}/${second}` : first
}
