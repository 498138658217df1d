import type { SeededBug } from './seeded-bug.ts'

/** Bugs of enqueueing, claiming, sending and settling. */
export const OUTBOX_BUGS: SeededBug[] = [
  {
    name: 'draft deleted before enqueue',
    foundBy: { manner: 'all', index: 59 },
    file: 'src/actions/send-message.ts',
    find: '  const queued = await readThenWriteOutbox(',
    replace: `  await outbox.drafts.delete(chatId)
  const queued = await readThenWriteOutbox(`,
  },
  {
    name: 'operation deleted before fetch',
    foundBy: { manner: 'all', index: 0 },
    file: 'src/sync/outbox/attempt.ts',
    find: "  if (!(await storeStep(workspace, operation, claimed))) return 'lost'",
    replace: "  if (!(await storeStep(workspace, operation, null))) return 'lost'",
  },
  {
    name: 'new key on retry',
    foundBy: { manner: 'all', index: 0 },
    file: 'src/sync/outbox/perform.ts',
    find: 'const key = isKeyed ? operation.id : undefined',
    replace: 'const key = isKeyed ? crypto.randomUUID() : undefined',
  },
  {
    name: 'upload without its key',
    foundBy: { manner: 'all', story: 'a file over which its tab dies', chance: 1 },
    file: 'src/sync/outbox/perform.ts',
    find: `        bytes,
        key,
        signal,`,
    replace: `        bytes,
        key: undefined,
        signal,`,
  },
  {
    name: 'bytes stay when their upload has arrived',
    foundBy: { manner: 'all', story: 'a file over which its tab dies', chance: 1 },
    file: 'src/sync/settle-arrived.ts',
    find: '    await outbox.files.bulkDelete(known)\n',
    replace: '',
  },
  {
    name: '4xx taken for sent',
    foundBy: { manner: 'all', index: 0 },
    file: 'src/sync/outbox/perform.ts',
    find: "      return { type: 'refused', reason: readReason(failure.status, failure.body, kind) }",
    replace:
      "      return { type: 'accepted', hasRow: true, ...{ reason: readReason(failure.status, failure.body, kind) } }",
  },
  {
    name: '429 answered without waiting',
    foundBy: { manner: 'all', index: 5 },
    file: 'src/domain/outbox/transitions.ts',
    find: '...requeue(operation, now + outcome.retryAfterMs),',
    replace: '...requeue(operation, now),',
  },
  {
    name: '401 discards',
    foundBy: { manner: 'all', index: 16 },
    file: 'src/domain/outbox/transitions.ts',
    find: `      return { ...requeue(operation, now), doubt: before.doubt, firstSentAt: before.firstSentAt }`,
    replace: '      return null',
  },
  {
    name: 'uncertain sent again without reading',
    foundBy: {
      manner: 'none',
      story: 'a leader that slept over the look at its line, while another one sends',
      chance: 2,
    },
    file: 'src/domain/outbox/transitions.ts',
    find: "    return { ...operation, state: 'uncertain', claim: null, reason: null, since: now, reads: 0 }",
    replace: "    return { ...requeue(operation, now + 1_000), doubt: 'none' }",
  },
  {
    name: 'place in the lane used twice',
    foundBy: { manner: 'all', story: 'a lane that goes on behind a stalled head', chance: 1 },
    file: 'src/db/outbox/operations.ts',
    find: '(lane.at(-1)?.pos ?? 0) + 1',
    replace: 'lane.length + 1',
  },
  {
    name: 'lane in the order of the clock',
    foundBy: { manner: 'none', index: 2 },
    file: 'src/db/outbox/operations.ts',
    find: "  return outbox.operations.where('[lane+pos]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]).toArray()",
    replace:
      "  return outbox.operations.where('[lane+pos]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]).sortBy('createdAt')",
  },
  {
    name: 'old message sent without asking',
    foundBy: { manner: 'all', story: 'a message that is too old', chance: 1 },
    file: 'src/domain/outbox/timing.ts',
    find: '  return age > MAX_AGE_MS || age < 0',
    replace: '  return age < -MAX_AGE_MS * 1_000',
  },
  {
    name: 'held head let others pass',
    foundBy: { manner: 'all', story: 'a refused head', chance: 1 },
    file: 'src/domain/outbox/lane.ts',
    find: 'return operations.find(holdsLane) ?? null',
    replace: 'return operations.find((each) => holdsLane(each) && !waitsForUser(each.state)) ?? null',
  },
  {
    name: 'orphans not recovered',
    foundBy: { manner: 'all', index: 0 },
    file: 'src/sync/outbox/flush.ts',
    find: "    if (operation.state !== 'sending') continue",
    replace: "    if (operation.state !== 'uncertain') continue",
  },
  {
    name: 'takeover without what was seen',
    foundBy: { manner: 'all', story: 'a chat that a colleague took first', chance: 1 },
    file: 'src/sync/outbox/perform.ts',
    find: 'const seen = isKeyed ? { holder: readHolder(holder), helpAt: helpAt ?? undefined } : {}',
    replace:
      'const seen = isKeyed ? { holder: readHolder(undefined ?? holder?.slice(99)), helpAt: helpAt ?? undefined } : {}',
  },
  {
    name: 'edit drops what is typed',
    foundBy: { manner: 'none', story: 'an edit over a draft', chance: 1 },
    file: 'src/actions/settle-unsent.ts',
    find: 'await putDraft(outbox, operation.lane, `${operation.payload.text}${typed}`, options.now)',
    replace:
      'await putDraft(outbox, operation.lane, operation.payload.text + typed.slice(0, 0), options.now)',
  },
  {
    name: 'claim not compared',
    foundBy: {
      manner: 'none',
      story: 'a leader that slept over the look at its line, while another one sends',
      chance: 19,
    },
    file: 'src/sync/outbox/store-step.ts',
    find: 'if (!stored || stored.state !== before.state || stored.claim !== before.claim) return false',
    replace: 'if (!stored) return false',
  },
  {
    name: 'accepted message kept until the next pull',
    foundBy: { manner: 'all', story: 'a message that arrived and is too old to be asked about', chance: 1 },
    file: 'src/sync/settle-arrived.ts',
    find: '  if (known.length === 0) return',
    replace: '  if (known.length >= 0) return',
  },
  {
    name: 'age not looked at again after the look',
    foundBy: {
      manner: 'none',
      story: 'a message whose page sleeps over the look at its chat for long',
      chance: 1,
    },
    file: 'src/sync/outbox/attempt.ts',
    find: "  if (!canBeLate && checkReadiness(operation, clock.now(), isKeyed, false) !== 'send') return 'lost'\n",
    replace: '',
  },
]
