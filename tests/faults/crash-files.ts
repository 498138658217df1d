/** What DESIGN section 4 and D4 to D8 call enqueue, claim, send, settle, mirror, evict, sign-out and migrate, by file. */
export const CRASH_FILES: readonly string[] = [
  // enqueue
  'src/actions/save-draft.ts',
  'src/actions/save-ticket.ts',
  'src/actions/send-message.ts',
  'src/actions/settle-unsent.ts',
  'src/actions/take-over.ts',
  'src/db/guarded.ts',
  'src/db/outbox/operations.ts',
  'src/db/write.ts',
  // claim, send, settle
  'src/sync/outbox/attempt.ts',
  'src/sync/outbox/bind-rows.ts',
  'src/sync/outbox/bind-takeovers.ts',
  'src/sync/outbox/check-before.ts',
  'src/sync/outbox/flush.ts',
  'src/sync/outbox/perform.ts',
  'src/sync/outbox/resolve-uncertain.ts',
  'src/sync/outbox/store-step.ts',
  'src/sync/settle-arrived.ts',
  // mirror
  'src/sync/apply-frames.ts',
  'src/sync/apply-messages.ts',
  'src/sync/apply-page.ts',
  'src/sync/pull.ts',
  'src/sync/refresh.ts',
  // evict
  'src/db/mirror/eviction.ts',
  // sign-out
  'src/actions/finish-sign-outs.ts',
  'src/actions/session-sign-out.ts',
  'src/db/clear-workspace.ts',
  'src/db/session/pending-clearings.ts',
  'src/db/session/sessions.ts',
  // migrate
  'src/db/workspace.ts',
]
