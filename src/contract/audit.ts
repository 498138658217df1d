import * as v from 'valibot'
import {
  idSchema,
  instantSchema,
  listOfReadable,
  rowsSchema,
  type LenientFields,
  type Marked,
} from './lenient.ts'

const AUDIT_ACTIONS = ['create', 'update', 'delete', 'export'] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** One field that was changed; null where there was or is nothing. A secret is `SECRET_CHANGED`, never its value. */
export interface AuditChange {
  field: string
  before: unknown
  after: unknown
}
export const SECRET_CHANGED = '(changed)'

/** An entry of the audit: who changed what and when (CONTRACT section 2, admin). */
export interface AuditEntry extends Marked {
  /** Its place in the log, in decimal digits: `before` of the next page. */
  id: string
  at: string | null
  /** As they were called then; they may be gone. */
  user: { id: string; name: string } | null
  /** One of the lists of `LIST_READERS`, or any other word. */
  list: string
  rowId: string
  /** What people call the row. */
  rowName: string
  /** Null where it could not be read. */
  action: AuditAction | null
  changes: AuditChange[]
}

const changeSchema = v.object({
  field: v.string(),
  before: v.optional(v.unknown(), null),
  after: v.optional(v.unknown(), null),
})
const entryFields: LenientFields<Omit<AuditEntry, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  at: { schema: v.nullable(instantSchema), otherwise: null },
  user: { schema: v.nullable(v.object({ id: v.string(), name: v.string() })), otherwise: null },
  list: { schema: v.string(), otherwise: '' },
  rowId: { schema: v.string(), otherwise: '' },
  rowName: { schema: v.string(), otherwise: '' },
  action: { schema: v.picklist(AUDIT_ACTIONS), otherwise: null },
  changes: {
    schema: v.pipe(
      listOfReadable(changeSchema),
      v.transform((changes) => changes ?? []),
    ),
    otherwise: [],
  },
}

export const auditEntriesSchema = rowsSchema(entryFields)

/** `GET /api/admin/audit?before={id}&limit={1..200}`, newest first; `next` is the next page's `before`, null at the end. */
export const auditPageSchema = v.object({
  rows: auditEntriesSchema,
  next: v.optional(v.nullable(idSchema), null),
})
