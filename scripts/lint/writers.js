import { BOOT_FILES } from './boundaries.js'

/** How a function that only reads is called (STYLE rule 8: functions begin with a verb); `use` is a reading hook. */
const READING_VERBS =
  'use|read|list|find|get|count|watch|observe|is|has|can|should|to|compare|derive|merge|describe|wait'

/**
 * "Only `actions/` and `sync/` write to the databases" (DESIGN section 1), as ESLint configuration: the screen's
 * layers take from `src/db` only types, constants and functions that are called like readers.
 *
 * @param {{ selector: string, message: string }[]} others restrictions that hold in the same files
 * @returns {import('eslint').Linter.Config}
 */
export function createWriterRules(others) {
  return {
    ignores: BOOT_FILES,
    files: ['src/{app,features,online,ui}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...others,
        {
          selector: `ImportDeclaration[importKind!="type"][source.value=/^#src\\u002Fdb\\u002F/] > ImportSpecifier[importKind!="type"][imported.name!=/^((${READING_VERBS})([A-Z]|$)|[A-Z][A-Z0-9_]*$|[A-Z][A-Za-z]*(Context|Error)$)/]`,
          message: 'Only actions/ and sync/ write to the databases (DESIGN section 1): add an action.',
        },
        {
          selector: 'ImportDeclaration[source.value=/^#src\\u002Fdb\\u002F/] > ImportNamespaceSpecifier',
          message: 'Name what is taken from a database, so that it shows whether it writes.',
        },
        {
          selector: 'CallExpression[callee.property.name="transaction"]',
          message: 'Transactions belong to actions/ and sync/ (DESIGN section 1).',
        },
      ],
    },
  }
}
