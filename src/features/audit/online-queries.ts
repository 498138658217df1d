import { fetchAudit } from '#src/api/audit.ts'
import { auditEntriesSchema, type AuditEntry } from '#src/contract/audit.ts'
import { ASSIGNEES } from '#src/online/plans/assignees.ts'
import { DEPARTMENTS } from '#src/online/plans/departments.ts'
import { DIALOGS } from '#src/online/plans/intents.ts'
import { STAFF } from '#src/online/plans/staff.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { usePagedLog, type LogPage, type LogPlan } from '#src/online/use-paged-log.ts'
import { useWholeLog } from '#src/online/use-whole-log.ts'

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

/** Reads all of the log, for what is made of the whole. */
export function useAuditReading(onRead: (rows: readonly AuditEntry[]) => void) {
  return useWholeLog(AUDIT, onRead)
}

/** The colleagues, by whose names their ids are told; only where the environment announced `staff`. */
export function useStaff(): readonly Named[] | undefined {
  return useListSource(STAFF).rows
}

export function useDepartments(): readonly Named[] | undefined {
  return useListSource(DEPARTMENTS).rows
}

export function useAssignees(): readonly Named[] | undefined {
  return useListSource(ASSIGNEES).rows
}

/** Where intents lead on to. */
export function useDialogs(): readonly Named[] | undefined {
  return useListSource(DIALOGS).rows
}

export interface Named {
  id: string
  name: string
}
