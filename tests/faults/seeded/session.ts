import type { SeededBug } from './seeded-bug.ts'

/** Bugs of sessions, leadership and the line. */
export const SESSION_BUGS: SeededBug[] = [
  {
    name: 'sign-out leaves the mirror',
    file: 'src/db/clear-workspace.ts',
    find: '  return raiseAndClear(mirror, epoch, true)',
    replace: '  return raiseAndClear(mirror, epoch, false)',
  },
  {
    name: 'sign-out throws away what was to be kept',
    file: 'src/db/clear-workspace.ts',
    find: "  return raiseAndClear(outbox, epoch, unsent === 'discard')",
    replace: '  return raiseAndClear(outbox, epoch, unsent !== undefined)',
  },
  {
    name: 'token not revoked',
    file: 'src/actions/session-sign-out.ts',
    find: '      if (!isHeard) return false',
    replace: '      if (!isHeard) return true',
  },
  {
    name: 'no lock',
    foundBy: { manner: 'all', index: 1 },
    file: 'src/sync/leadership.ts',
    find: '    const outcome = await holdOnce(options, request, stopWatching)',
    replace: `    await leadUntilLost(options, signal)
    const outcome = await holdOnce(options, request, stopWatching)`,
  },
  {
    name: 'login page taken for an answer',
    file: 'src/api/http.ts',
    find: "    if (isHtml || (text !== '' && json === undefined)) throw new ApiError({ kind: 'unexpected-responder' })\n",
    replace: '',
  },
  {
    name: '401 clears the outbox',
    foundBy: { manner: 'all', index: 0 },
    file: 'src/sync/engine.ts',
    find: '          void lockSession(sessionDb, workspace.origin, session.token)',
    replace: `          void workspace.outbox.operations.clear()
          void lockSession(sessionDb, workspace.origin, session.token)`,
  },
  {
    name: 'token in the log',
    file: 'src/sync/socket.ts',
    find: "logger.warn('the realtime connection closed and is tried again', { code: event.code })",
    replace: "logger.warn('the realtime connection closed and is tried again', { code: event.code, token })",
  },
]
