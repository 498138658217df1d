import type { SeededBug } from './seeded-bug.ts'

/** Bugs of what comes in. */
export const MIRROR_BUGS: SeededBug[] = [
  {
    name: 'cursor stored before the page',
    foundBy: { manner: 'all', story: 'a page that dies while it stores what it has missed', chance: 1 },
    file: 'src/sync/apply-page.ts',
    find: `  const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {
    if ((await readCursor(mirror)) !== follows) return false`,
    replace: `  if ((await readCursor(mirror)) !== follows) return false
  await writeMirror(workspace, [], () => storeCursor(mirror, page.cursor))
  const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {`,
  },
  {
    name: 'of pages that are joined only the last stays',
    foundBy: { manner: 'all', index: 72 },
    file: 'src/sync/pages-ahead.ts',
    find: '  for (const page of pages) {\n    for',
    replace: '  for (const page of [last]) {\n    for',
  },
  {
    name: 'frame applied without comparing prev',
    foundBy: { manner: 'all', story: 'a frame that got lost before another one of its chat', chance: 1 },
    file: 'src/sync/apply-frames.ts',
    find: 'if (!change || change.prev !== cursor || (change.chat === null && change.message === null)) {',
    replace: 'if (!change || (change.chat === null && change.message === null)) {',
  },
  {
    name: 'lower rev overwrites a higher one',
    foundBy: { manner: 'all', story: 'an answer that comes after what followed it', chance: 1 },
    file: 'src/db/mirror/chats.ts',
    find: 'return chat.rev < before.chat.rev',
    replace: 'return chat.rev < before.chat.rev - 1_000_000',
  },
  {
    name: 'reset forgets to remove',
    foundBy: { manner: 'all', story: 'a reset without a chat', chance: 1 },
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
  {
    name: 'reset ends over a clearing',
    foundBy: {
      manner: 'all',
      story: 'a mirror that is cleared while a reset looks at what it did not name',
      chance: 3,
    },
    file: 'src/sync/apply-page.ts',
    find: `    if (!(await isUnderWay(mirror, reset))) return
    await storeUnfinishedReset(mirror, null)
    if ((await readClearing(mirror)) !== reset.clearing) return
`,
    replace: '    await storeUnfinishedReset(mirror, null)\n',
  },
  {
    name: 'old read overwrites a newer one',
    foundBy: { manner: 'none', story: 'a list that comes after what was read since', chance: 2 },
    file: 'src/db/mirror/chats.ts',
    find: 'return source.readAt !== 0 && !showsAnswer(source.readAt, before.readAt)',
    replace: 'return source.readAt < 0 && !showsAnswer(source.readAt, before.readAt)',
  },
  {
    name: 'thread with a gap drawn as complete',
    foundBy: { manner: 'all', story: 'more words than a page has while the line is cut', chance: 1 },
    file: 'src/sync/apply-messages.ts',
    find: '      if (!isWhole && joined[index]) return',
    replace: '      if (!isWhole && (joined[index] || thread.historyFrom !== null)) return',
  },
  {
    name: 'hint trusted without counting',
    foundBy: { manner: 'none', story: 'a frame that got lost before another one of its chat', chance: 1 },
    file: 'src/sync/refresh.ts',
    find: '  if (historyFrom === null || asOf === 0 || chat.messagesCount !== expected) {',
    replace: '  if (historyFrom === null) {',
  },
  {
    name: 'pull not repeated after a failure',
    foundBy: { manner: 'all', story: 'a pull that fails again and again', chance: 1 },
    file: 'src/sync/pull-loop.ts',
    find: '    if (!isDone || !line.isUp()) return timer.scheduleRetry(retryAfterMs)',
    replace: '    if (!isDone || !line.isUp()) return',
  },
  {
    name: "clock from the body's end",
    foundBy: { manner: 'all', story: 'an answer whose body comes late', chance: 1 },
    file: 'src/api/http.ts',
    find: '    return { status: response.status, headers: response.headers, text, receivedAt }',
    replace:
      '    return { status: response.status, headers: response.headers, text, receivedAt: Date.now() }',
  },
]
