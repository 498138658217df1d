import { assigneeCalls } from '#src/api/assignees.ts'
import { fetchAudit } from '#src/api/audit.ts'
import { fetchDialogs } from '#src/api/intents.ts'
import { fetchStaff } from '#src/api/staff.ts'
import { fetchDepartments } from '#src/api/tickets.ts'
import { assigneesSchema, type Assignee } from '#src/contract/assignees.ts'
import { auditEntriesSchema, SECRET_CHANGED, type AuditChange, type AuditEntry } from '#src/contract/audit.ts'
import { dialogsSchema, type Dialog } from '#src/contract/intents.ts'
import { staffSchema, type StaffMember } from '#src/contract/staff.ts'
import { departmentsSchema, type Department } from '#src/contract/tickets.ts'
import type { ListPlan } from '#src/online/list-writes.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { usePagedLog, type LogPage, type LogPlan } from '#src/online/use-paged-log.ts'
import { useWholeLog } from '#src/online/use-whole-log.ts'

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

const STAFF: ListPlan<StaffMember, object> = { name: 'staff', schema: staffSchema, list: fetchStaff }
const DEPARTMENTS: ListPlan<Department, object> = {
  name: 'queues',
  schema: departmentsSchema,
  list: fetchDepartments,
}
const DIALOGS: ListPlan<Dialog, object> = {
  name: 'dialogs-list',
  hint: 'intents',
  schema: dialogsSchema,
  list: fetchDialogs,
}
const ASSIGNEES: ListPlan<Assignee, object> = {
  name: 'assignees',
  schema: assigneesSchema,
  list: assigneeCalls.list,
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
