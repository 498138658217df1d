import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLintTree, type LintTree } from './lint-tree.ts'

const RULE = 'boundaries/dependencies'

/** Importing file and what it must not import (DESIGN section 1). */
const FORBIDDEN: [from: string, to: string][] = [
  ['src/features/messenger/page.tsx', '#src/features/reports/page.tsx'],
  ['src/features/messenger/page.tsx', '../reports/page.tsx'],
  ['src/features/messenger/page.tsx', 'dexie'],
  ['src/features/messenger/page.tsx', 'dexie-react-hooks'],
  ['src/features/messenger/use-chats.ts', '#src/sync/engine.ts'],
  ['src/features/messenger/use-chats.ts', '#src/api/http.ts'],
  ['src/features/messenger/page.tsx', '#src/app/header/header.tsx'],
  ['src/features/messenger/page.tsx', '#server/app.ts'],
  ['src/app/header/header.tsx', '#src/api/http.ts'],
  ['src/app/header/header.tsx', 'dexie'],
  ['src/app/header/header.tsx', '#server/app.ts'],
  ['src/ui/status.tsx', '#src/features/messenger/page.tsx'],
  ['src/ui/status.tsx', '#src/db/mirror/chats.ts'],
  ['src/ui/status.tsx', '#src/domain/roles.ts'],
  ['src/ui/status.tsx', '#src/contract/chats.ts'],
  ['src/app/header/header.tsx', '#src/contract/chats.ts'],
  ['src/ui/status.tsx', '#src/actions/send-message.ts'],
  ['src/features/messenger/use-chats.ts', '#src/online/use-list-source.ts'],
  ['src/features/reports/online-queries.ts', '#src/sync/engine.ts'],
  ['src/online/use-list-source.ts', '#src/sync/engine.ts'],
  ['src/online/use-list-source.ts', '#src/features/reports/page.tsx'],
  ['src/online/use-list-source.ts', '#src/ui/status.tsx'],
  ['src/online/use-list-source.ts', 'dexie'],
  ['src/sync/engine.ts', '#src/online/use-list-source.ts'],
  ['src/actions/send-message.ts', '#src/api/http.ts'],
  ['src/actions/send-message.ts', '#src/sync/engine.ts'],
  ['src/actions/send-message.ts', '#src/features/messenger/page.tsx'],
  ['src/actions/send-message.ts', 'react'],
  ['src/sync/engine.ts', '#src/actions/send-message.ts'],
  ['src/sync/engine.ts', '#src/features/messenger/page.tsx'],
  ['src/sync/engine.ts', '#src/ui/status.tsx'],
  ['src/sync/engine.ts', 'react'],
  ['src/sync/engine.ts', '@mantine/core'],
  ['src/api/http.ts', '#src/db/mirror/chats.ts'],
  ['src/api/http.ts', '#src/sync/engine.ts'],
  ['src/sync/engine.ts', '#src/db/use-live.ts'],
  ['src/db/mirror/chats.ts', 'react'],
  ['src/db/mirror/chats.ts', '#src/api/http.ts'],
  ['src/db/mirror/chats.ts', '#src/sync/engine.ts'],
  ['src/db/mirror/chats.ts', '#src/actions/send-message.ts'],
  ['src/contract/chats.ts', '#src/db/mirror/chats.ts'],
  ['src/domain/roles.ts', '#src/contract/chats.ts'],
  ['src/domain/roles.ts', '#src/lib/clock.ts'],
  ['src/domain/roles.ts', '#src/db/mirror/chats.ts'],
  ['src/domain/roles.ts', 'valibot'],
  ['src/domain/roles.ts', 'node:path'],
  ['src/lib/clock.ts', '#src/domain/roles.ts'],
  ['src/lib/clock.ts', '#src/db/mirror/chats.ts'],
  ['sw/service-worker.ts', '#src/api/http.ts'],
  ['sw/service-worker.ts', '#src/features/messenger/page.tsx'],
  ['sw/service-worker.ts', '#src/ui/status.tsx'],
  ['server/app.ts', '#src/db/mirror/chats.ts'],
  ['server/store/log/commit-changes.ts', '#server/push/compose.ts'],
  ['server/store/log/commit-changes.ts', '#server/app.ts'],
  ['server/store/log/commit-changes.ts', '#src/lib/clock.ts'],
  ['server/store/log/commit-changes.ts', '#server/context.ts'],
  ['server/store/log/commit-changes.ts', '#server/pulse.ts'],
  ['server/jobs/job-runner.ts', '#server/bot/classifier.ts'],
  ['server/outgoing/outgoing-runner.ts', '#server/push/compose.ts'],
  ['server/push/compose.ts', '#server/http/idempotency.ts'],
  ['server/http/idempotency.ts', '#server/routes/takeover/schema.ts'],
  ['server/guest/guest-routes.ts', '#server/routes/takeover/schema.ts'],
  ['server/bot/classifier.ts', '#server/app.ts'],
  ['server/app.ts', '#src/lib/clock.ts'],
  ['server/app.ts', '#src/api/http.ts'],
  ['server/app.ts', '#tests/support/wait-for.ts'],
  ['src/sync/engine.ts', '#tests/support/wait-for.ts'],
  ['src/sync/engine.ts', 'node:fs'],
  ['guest/main.ts', '#server/errors.ts'],
  ['guest/main.ts', '#src/lib/clock.ts'],
  ['guest/main.ts', '#src/ui/status.tsx'],
  ['guest/main.ts', '#src/db/mirror/chats.ts'],
  ['guest/main.ts', 'react'],
  ['guest/main.ts', 'node:fs'],
  ['server/app.ts', '#guest/kept.ts'],
  ['src/sync/engine.ts', '#guest/kept.ts'],
]

const ALLOWED: [from: string, to: string][] = [
  ['src/main.tsx', '#src/app/header/header.tsx'],
  ['src/main.tsx', '#src/sync/engine.ts'],
  ['src/ui/status.tsx', '#src/domain/search/fold-text.ts'],
  ['src/ui/status.tsx', '#src/domain/text/blank.ts'],
  ['server/store/log/commit-changes.ts', '#server/errors.ts'],
  ['server/store/log/commit-changes.ts', '#src/contract/chats.ts'],
  ['server/app.ts', '#server/store/log/commit-changes.ts'],
  ['server/app.ts', '#server/routes/takeover/schema.ts'],
  ['server/jobs/job-runner.ts', '#server/pulse.ts'],
  ['server/push/compose.ts', '#server/outgoing/outgoing-runner.ts'],
  ['server/routes/takeover/schema.ts', '#server/http/idempotency.ts'],
  ['server/routes/takeover/schema.ts', '#server/context.ts'],
  ['server/bot/classifier.ts', '#server/errors.ts'],
  ['src/app/runtime.ts', '#src/api/http.ts'],
  ['src/app/runtime.ts', '#src/contract/chats.ts'],
  ['src/app/storage.ts', 'dexie'],
  ['src/app/header/header.tsx', '#src/db/mirror/chats.ts'],
  ['src/app/header/header.tsx', '#src/features/messenger/page.tsx'],
  ['src/features/messenger/page.tsx', './use-chats.ts'],
  ['src/features/messenger/page.tsx', '#src/ui/status.tsx'],
  ['src/features/messenger/page.tsx', '#src/actions/send-message.ts'],
  ['src/features/messenger/use-chats.ts', '#src/db/mirror/chats.ts'],
  ['src/features/messenger/use-chats.ts', '#src/contract/chats.ts'],
  ['src/features/reports/online-queries.ts', '#src/api/http.ts'],
  ['src/features/reports/online-queries.ts', '#src/online/use-list-source.ts'],
  ['src/online/use-list-source.ts', '#src/api/http.ts'],
  ['src/online/use-list-source.ts', '#src/db/use-live.ts'],
  ['src/online/use-list-source.ts', '#src/actions/send-message.ts'],
  ['src/app/header/header.tsx', '#src/online/use-list-source.ts'],
  ['src/actions/session-sign-in.ts', '#src/api/http.ts'],
  ['src/actions/send-message.ts', '#src/db/mirror/chats.ts'],
  ['src/sync/engine.ts', '#src/api/http.ts'],
  ['src/sync/engine.ts', '#src/lib/clock.ts'],
  ['src/db/mirror/chats.ts', 'dexie'],
  ['src/db/use-live.ts', 'dexie-react-hooks'],
  ['src/db/use-live.ts', 'react'],
  ['src/features/messenger/use-chats.ts', '#src/db/use-live.ts'],
  ['src/contract/chats.ts', 'valibot'],
  ['src/contract/chats.ts', '#src/domain/roles.ts'],
  ['src/lib/clock.ts', '#src/contract/chats.ts'],
  ['src/lib/clock.ts', '#src/domain/keys/shortcut.ts'],
  ['sw/service-worker.ts', '#src/sync/engine.ts'],
  ['server/app.ts', '#src/contract/chats.ts'],
  ['server/app.ts', '#src/domain/roles.ts'],
  ['server/app.ts', 'node:fs'],
  ['guest/main.ts', './kept.ts'],
  ['guest/main.ts', '#src/contract/chats.ts'],
  ['guest/main.ts', 'valibot'],
  ['tests/support/wait-for.ts', '#server/app.ts'],
  ['tests/server/app.test.ts', '#tests/support/wait-for.ts'],
  ['tests/server/app.test.ts', '#src/db/mirror/chats.ts'],
]

describe('the import rules of DESIGN section 1', () => {
  let tree: LintTree
  beforeAll(async () => {
    tree = await createLintTree()
  })
  afterAll(() => tree.remove())

  it.each(FORBIDDEN)('%s must not import %s', async (from, to) => {
    expect(await tree.listBroken(from, `import { one } from '${to}'\nexport const two = one\n`)).toEqual([
      RULE,
    ])
  })

  it.each(ALLOWED)('%s may import %s', async (from, to) => {
    expect(await tree.listBroken(from, `import { one } from '${to}'\nexport const two = one\n`)).toEqual([])
  })

  it.each([
    ['a type', `import type { One } from '#src/sync/engine.ts'\nexport type Two = One\n`],
    ['a lazy import', `export const load = () => import('#src/sync/engine.ts')\n`],
    ['an export from', `export { one } from '#src/sync/engine.ts'\n`],
  ])('a feature reaches sync neither by %s', async (_way, text) => {
    expect(await tree.listBroken('src/features/messenger/page.tsx', text)).toEqual([RULE])
  })

  it('a file outside every layer is reported', async () => {
    expect(await tree.listBroken('src/helpers/thing.ts', 'export const one = 1\n')).toEqual([
      'boundaries/no-unknown-files',
    ])
  })
})
