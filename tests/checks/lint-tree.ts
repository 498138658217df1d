import { ESLint, type Linter } from 'eslint'
import boundaries from 'eslint-plugin-boundaries'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import tseslint from 'typescript-eslint'
import { createBoundaryRules } from '#scripts/lint/boundaries.js'

/** One small file per layer, so that every import in a test leads to a file that exists. */
const FILES = [
  'src/main.tsx',
  'src/app/header/header.tsx',
  'src/app/runtime.ts',
  'src/app/storage.ts',
  'src/features/messenger/page.tsx',
  'src/features/messenger/use-chats.ts',
  'src/features/reports/page.tsx',
  'src/features/reports/online-queries.ts',
  'src/ui/status.tsx',
  'src/online/use-list-source.ts',
  'src/actions/send-message.ts',
  'src/actions/session-sign-in.ts',
  'src/sync/engine.ts',
  'src/api/http.ts',
  'src/db/mirror/chats.ts',
  'src/db/use-live.ts',
  'src/contract/chats.ts',
  'src/domain/roles.ts',
  'src/domain/search/fold-text.ts',
  'src/domain/text/blank.ts',
  'src/domain/keys/shortcut.ts',
  'src/lib/clock.ts',
  'sw/service-worker.ts',
  'server/app.ts',
  'server/errors.ts',
  'server/context.ts',
  'server/pulse.ts',
  'server/bot/classifier.ts',
  'server/http/idempotency.ts',
  'server/jobs/job-runner.ts',
  'server/outgoing/outgoing-runner.ts',
  'server/push/compose.ts',
  'server/routes/takeover/schema.ts',
  'server/guest/guest-routes.ts',
  'server/store/log/commit-changes.ts',
  'guest/main.ts',
  'guest/kept.ts',
  'tests/support/wait-for.ts',
]

/** A made-up project in a temporary folder, linted by the project's own boundary rules and nothing else. */
export interface LintTree {
  /** The rules that `text` breaks as the content of `file`; throws where the text does not parse. */
  listBroken(file: string, text: string): Promise<string[]>
  remove(): Promise<void>
}

export async function createLintTree(): Promise<LintTree> {
  const root = await mkdtemp(join(tmpdir(), 'bellhop-lint-'))
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  await write(
    'package.json',
    JSON.stringify({
      type: 'module',
      imports: {
        '#src/*': './src/*',
        '#server/*': './server/*',
        '#guest/*': './guest/*',
        '#sw/*': './sw/*',
        '#tests/*': './tests/*',
      },
    }),
  )
  for (const file of FILES) await write(file, 'export const one = 1\n')
  for (const name of ['dexie', 'dexie-react-hooks', 'react', 'valibot', '@mantine/core']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name }))
  }
  await write(
    'scripts/lint/resolve-imports.cjs',
    `module.exports = require(${JSON.stringify(join(process.cwd(), 'scripts/lint/resolve-imports.cjs'))})`,
  )
  const parser: Linter.Config = { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } }
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [parser, createBoundaryRules(root, boundaries)],
  })
  return {
    async listBroken(file, text) {
      const [result] = await eslint.lintText(text, { filePath: join(root, file) })
      if (!result) throw new Error(`${file} was not linted`)
      const fatal = result.messages.find((message) => message.fatal)
      if (fatal) throw new Error(fatal.message)
      return result.messages.map((message) => message.ruleId ?? 'none')
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
