import type { SeededBug } from './seeded-bug.ts'

/** Bugs of what comes in. */
export const MIRROR_BUGS: SeededBug[] = [
  {
    name: 'cursor stored before the page',
    file: 'src/sync/apply-page.ts',
    find: `  const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {
    if ((await readCursor(mirror)) !== follows) return false`,
    replace: `  if ((await readCursor(mirror)) !== follows) return false
  await writeMirror(workspace, [], () => storeCursor(mirror, page.cursor))
  const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {`,
  },
  {
    name: 'frame applied without comparing prev',
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
    name: 'reset ends over a clearing',
    file: 'src/sync/apply-page.ts',
    find: '    if ((await readClearing(mirror)) !== reset.clearing) return\n',
    replace: "    if ((await readClearing(mirror)) === 'never') return\n",
  },
  {
    name: 'reset forgets to remove',
    file: 'src/sync/apply-page.ts',
    find: '      if (!kept.has(chatId)) await removeChat(mirror, chatId)',
    replace: '      if (kept.size < 0) await removeChat(mirror, chatId)',
  },
  {
    name: 'removed chats stay',
    file: 'src/sync/apply-page.ts',
    find: '    for (const chatId of page.removed.chats) await removeChat(mirror, chatId)\n',
    replace: '',
  },
  {
    name: 'old read overwrites a newer one',
    file: 'src/db/mirror/chats.ts',
    find: 'return source.readAt !== 0 && !showsAnswer(source.readAt, before.readAt)',
    replace: 'return source.readAt < 0 && !showsAnswer(source.readAt, before.readAt)',
  },
  {
    name: 'changed thread not marked',
    file: 'src/sync/refresh.ts',
    find: '      if (await mirror.threads.get(chat.id)) await patchThread(mirror, chat.id, { asOf: 0 })\n',
    replace: '',
  },
  {
    name: 'thread with a gap drawn as complete',
    file: 'src/sync/apply-messages.ts',
    find: '  else if (isJoined) await patchThread',
    replace: '  else if (isJoined || thread.historyFrom !== null) await patchThread',
  },
  {
    name: 'hint trusted without counting',
    file: 'src/sync/refresh.ts',
    find: '  if (historyFrom === null || asOf === 0 || chat.messagesCount !== expected) {',
    replace: '  if (historyFrom === null) {',
  },
  {
    name: 'pull not repeated after a failure',
    file: 'src/sync/pull-loop.ts',
    find: '    if (!isDone || !line.isUp()) return timer.scheduleRetry(retryAfterMs)',
    replace: '    if (!isDone || !line.isUp()) return',
  },
]
