import type { SeededBug } from './seeded-bug.ts'

/** Bugs of what comes in. */
export const MIRROR_BUGS: SeededBug[] = [
  {
    name: 'cursor stored before the page',
    foundBy: { manner: 'all', index: 12 },
    file: 'src/sync/apply-page.ts',
    find: `  const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {
    if ((await readCursor(mirror)) !== follows) return false`,
    replace: `  if ((await readCursor(mirror)) !== follows) return false
  await writeMirror(workspace, [], () => storeCursor(mirror, page.cursor))
  const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {`,
  },
  {
    name: 'frame applied without comparing prev',
    foundBy: { manner: 'all', index: 7 },
    file: 'src/sync/apply-frames.ts',
    find: 'if (!change || change.prev !== cursor || (change.chat === null && change.message === null)) {',
    replace: 'if (!change || (change.chat === null && change.message === null)) {',
  },
  {
    name: 'lower rev overwrites a higher one',
    file: 'src/db/mirror/chats.ts',
    find: 'return chat.rev < before.chat.rev',
    replace: 'return chat.rev < before.chat.rev - 1_000_000',
  },
  {
    name: 'reset forgets to remove',
    foundBy: { manner: 'all', index: 6 },
    file: 'src/sync/apply-page.ts',
    find: '      if (!kept.has(chatId)) await removeChat(mirror, chatId)',
    replace: '      if (kept.size < 0) await removeChat(mirror, chatId)',
  },
  {
    name: 'removed chats stay',
    foundBy: { manner: 'all', index: 5 },
    file: 'src/sync/apply-page.ts',
    find: '    for (const chatId of page.removed.chats) await removeChat(mirror, chatId)\n',
    replace: '',
  },
  {
    name: 'changed thread not marked',
    foundBy: { manner: 'none', index: 2 },
    file: 'src/sync/refresh.ts',
    find: '      if (await mirror.threads.get(chat.id)) await patchThread(mirror, chat.id, { asOf: 0 })\n',
    replace: '',
  },
]
