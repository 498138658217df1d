import type { SeededBug } from './seeded-bug.ts'

/** Bugs of sessions, leadership and the line. */
export const SESSION_BUGS: SeededBug[] = [
  {
    name: 'epoch not compared',
    file: 'src/db/guarded.ts',
    find: '    if (row?.value !== epoch) throw new SessionEndedError()',
    replace: '    if (row?.value === -1) throw new SessionEndedError()',
  },
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
    name: 'sign-out not noted before it is done',
    file: 'src/db/session/sessions.ts',
    find: '    if (row.user) await storePendingClearing(db, { origin, userId: row.user.id, unsent, epoch })\n',
    replace: '',
  },
  {
    name: 'token not revoked',
    file: 'src/actions/session-sign-out.ts',
    find: '      if (!isHeard) return false',
    replace: '      if (!isHeard) return true',
  },
  {
    name: 'no lock',
    file: 'src/sync/leadership.ts',
    find: '    const outcome = await holdOnce(options, request, stopWatching)',
    replace: `    await leadUntilLost(options, signal)
    const outcome = await holdOnce(options, request, stopWatching)`,
  },
  {
    name: 'silent leader never stolen from',
    file: 'src/sync/leadership.ts',
    find: '    if (!(await isLeaderAlive(channel, true)) && !isStopped) onSilent()',
    replace: '    if (!(await isLeaderAlive(channel, true)) && isStopped) onSilent()',
  },
  {
    name: 'stolen-from leader goes on',
    file: 'src/sync/leadership.ts',
    find: '    await lead(AbortSignal.any([signal, lost]))',
    replace: '    await lead(AbortSignal.any([signal]))',
  },
  {
    name: 'two flushes at once',
    file: 'src/sync/flush-loop.ts',
    find: 'const flush = createSingleFlight(() => attempt(flushAll))',
    replace: 'const flush = () => attempt(flushAll)',
  },
  {
    name: 'login page taken for an answer',
    file: 'src/api/http.ts',
    find: "    if (isHtml || (text !== '' && json === undefined)) throw new ApiError({ kind: 'unexpected-responder' })\n",
    replace: '',
  },
  {
    name: '401 clears the outbox',
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
