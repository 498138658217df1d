import { fetchAudit } from '#src/api/audit.ts'
import { auditEntriesSchema, SECRET_CHANGED, type AuditChange, type AuditEntry } from '#src/contract/audit.ts'
import { usePagedLog, type LogPage, type LogPlan } from '#src/online/use-paged-log.ts'

export { SECRET_CHANGED }
export type { AuditChange, AuditEntry }

/** Other people's writes are hinted at; those of lists that have no hints are seen this much later at most. */
const POLL_MS = 60_000

const AUDIT: LogPlan<AuditEntry, LogPage<AuditEntry>> = {
  name: 'audit',
  schema: auditEntriesSchema,
  fetchPage: fetchAudit,
  hasWrites: true,
  pollMs: () => POLL_MS,
}

/** Who changed what and when, newest first; only where the environment announced `admin`. */
export function useAudit() {
  return usePagedLog(AUDIT)
}
