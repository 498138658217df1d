import js from '@eslint/js'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import tseslint from 'typescript-eslint'
import { createBoundaryRules } from './scripts/lint/boundaries.js'
import { KEY_RULES } from './scripts/lint/keys.js'
import { createRelativeImportsPlugin } from './scripts/lint/relative-imports.js'
import { TEXT_NODES_PLUGIN } from './scripts/lint/text-nodes.js'
import { createWriterRules } from './scripts/lint/writers.js'

const ROOT = dirname(fileURLToPath(import.meta.url))

/** A file does one thing (STYLE rule 9); one that is longer does more. */
const MAX_LINES = 300

/** STYLE rule 8: no default exports. Configuration files need one, because their tools ask for it. */
const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'No default exports (STYLE rule 8): export by name.',
}
const NO_BARREL = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels (STYLE rule 8): import from the file that has it.',
}
const SYNTAX_RULES = [NO_DEFAULT_EXPORT, NO_BARREL]

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.cache/', '.data/', 'coverage/', 'test-results/', 'public/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  js.configs.recommended,
  { files: ['**/*.{ts,tsx,js,mjs,cjs}'], rules: { 'max-lines': ['error', MAX_LINES] } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: ROOT },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-restricted-syntax': ['error', ...SYNTAX_RULES],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'tests/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['{src,server,guest,sw,tests}/**/*.{ts,tsx}'],
    plugins: { imports: createRelativeImportsPlugin(ROOT) },
    rules: { 'imports/no-crossing': 'error' },
  },
  {
    files: ['src/**/*.tsx'],
    plugins: { 'text-nodes': TEXT_NODES_PLUGIN },
    rules: { 'text-nodes/alone': 'error' },
  },
  createBoundaryRules(ROOT, boundaries),
  {
    files: ['{src,guest,sw}/**/*.{ts,tsx}'],
    ignores: ['src/domain/keys/**'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX_RULES, ...KEY_RULES] },
  },
  createWriterRules([...SYNTAX_RULES, ...KEY_RULES]),
  {
    files: ['src/**/*.{ts,tsx}', 'sw/**/*.ts'],
    ignores: ['src/lib/logger.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['*.config.ts', '*.config.js'],
    rules: { 'no-restricted-syntax': ['error', NO_BARREL] },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
  },
)
