import type { SeededBug } from './seeded-bug.ts'

/** Bugs of sessions, leadership and the line. */
export const SESSION_BUGS: SeededBug[] = [
  {
    name: 'sign-out leaves the mirror',
    foundBy: { manner: 'all', story: 'a sign-out with work that is kept', chance: 1 },
    file: 'src/db/clear-workspace.ts',
    find: '  return raiseAndClear(mirror, epoch, () => clearTables(mirror))',
    replace: '  return raiseAndClear(mirror, epoch, () => Promise.resolve())',
  },
  {
    name: 'sign-out throws away what was to be kept',
    foundBy: { manner: 'all', story: 'a sign-out with work that is kept', chance: 1 },
    file: 'src/db/clear-workspace.ts',
    find: "    if (unsent === 'keep') return\n",
    replace: '',
  },
  {
    name: 'sign-out throws away what came after it',
    foundBy: {
      manner: 'all',
      story: 'a sign-out over which its tab dies while another one writes',
      chance: 1,
    },
    file: 'src/db/clear-workspace.ts',
    find: '    if (!discarded) return clearTables(outbox)',
    replace: '    if (discarded) return clearTables(outbox)',
  },
  {
    name: 'token not revoked',
    foundBy: { manner: 'all', story: 'a sign-out with work that is kept', chance: 1 },
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
    foundBy: { manner: 'none', story: 'a login page', chance: 1 },
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
    name: 'lock that fails is forgotten',
    foundBy: {
      manner: 'all',
      story: 'a 401 that is said once, to a device that has no room to note it',
      chance: 1,
    },
    file: 'src/db/session/sessions.ts',
    find: `    logger.warn('the session could not be locked', { error: String(error) })
    return false`,
    replace: '    throw error',
  },
  {
    name: 'signed out for good without a lock',
    foundBy: {
      manner: 'all',
      story: 'a 401 that is said once, to a device that has no room to note it',
      chance: 1,
    },
    file: 'src/sync/line.ts',
    find: "        if (outcome === 'done') isSignedOut = false\n",
    replace: '',
  },
  {
    name: 'token in the log',
    foundBy: { manner: 'all', story: 'a chat that a colleague took first', chance: 1 },
    file: 'src/sync/socket.ts',
    find: "logger.warn('the realtime connection closed and is tried again', { code: event.code })",
    replace: "logger.warn('the realtime connection closed and is tried again', { code: event.code, token })",
  },
  {
    name: 'thawed page goes on under an ended session',
    foundBy: {
      manner: 'all',
      story: 'a leader that sleeps over a sign-out, and wakes without its lock',
      chance: 1,
    },
    file: 'src/sync/session-check.ts',
    find: '    if (row?.token !== session.token) {',
    replace: "    if (row?.token === 'nobody') {",
  },
  {
    name: 'epoch not compared',
    foundBy: { manner: 'none', story: 'a sign-out while another tab sleeps over a page', chance: 1 },
    file: 'src/db/guarded.ts',
    find: '    if (row?.value !== epoch) throw new SessionEndedError()',
    replace: '    if (row?.value === -1) throw new SessionEndedError()',
  },
  {
    name: 'sign-out not noted before it is done',
    foundBy: { manner: 'all', story: 'a sign-out over which its tab dies', chance: 1 },
    file: 'src/db/session/sessions.ts',
    find: '    if (userId) await storePendingClearing(db, { origin, userId, unsent, discarded, epoch })\n',
    replace: '',
  },
  {
    name: 'silent leader never stolen from',
    foundBy: { manner: 'all', story: 'a leader that never wakes', chance: 1 },
    file: 'src/sync/leadership.ts',
    find: '    if (!(await isLeaderAlive(channel, true)) && !isStopped) onSilent()',
    replace: '    if (!(await isLeaderAlive(channel, true)) && isStopped) onSilent()',
  },
  {
    name: 'stolen-from leader goes on',
    foundBy: { manner: 'all', story: 'a leader that slept over its reset', chance: 1 },
    file: 'src/sync/leadership.ts',
    find: '    await lead(AbortSignal.any([signal, lost]))',
    replace: '    await lead(AbortSignal.any([signal]))',
  },
  {
    name: 'two flushes at once',
    foundBy: { manner: 'all', story: 'a second call while the first one is answered late', chance: 1 },
    file: 'src/sync/flush-loop.ts',
    find: 'const flush = createSingleFlight(() => attempt(flushAll))',
    replace: 'const flush = () => attempt(flushAll)',
  },
  {
    name: 'one engine for two environments',
    foundBy: { manner: 'all', story: 'the same chat in two environments', chance: 1 },
    file: 'src/sync/channel.ts',
    find: '  return `bellhop-engine:${origin}:${userId}`',
    replace: '  return `bellhop-engine:${origin && userId}`',
  },
  {
    name: 'token told to another environment',
    foundBy: {
      manner: 'all',
      story: 'a sign-out without a line, while another environment has one',
      chance: 1,
    },
    file: 'src/actions/session-sign-out.ts',
    find: '    if (origin !== target.origin) continue\n',
    replace: '',
  },
  {
    name: 'worker sends to the environment that it knows first',
    foundBy: { manner: 'all', story: 'a worker that sends for two environments', chance: 1 },
    file: 'src/sync/flush-briefly.ts',
    find: '    origin: workspace.origin,\n    fetch:',
    replace: "    origin: (await sessionDb.sessions.toCollection().first())?.origin ?? '',\n    fetch:",
  },
]
