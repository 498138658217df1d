import * as v from 'valibot'
import { configRowFields, looseIdSchema, looseTextSchema, type ConfigRow } from './config-rows.ts'
import { idSchema, rowSchema, rowsSchema, type LenientFields, type Marked } from './lenient.ts'

/** Whom tickets are given to; the specification's calls name them agents of the ticketing (CONTRACT section 6). */
export interface Assignee extends ConfigRow {
  name: string
  username: string
  telephoneNumber: string
  queueId: string | null
  /** 2 active, 3 break, else inactive; null where it could not be read. */
  statusId: number | null
}

const assigneeFields: LenientFields<Omit<Assignee, 'unreadable'>> = {
  ...configRowFields,
  name: { schema: v.string(), otherwise: '' },
  username: { schema: looseTextSchema, otherwise: '' },
  // The specification's forms make numbers of it.
  telephoneNumber: {
    schema: v.union([looseTextSchema, v.pipe(v.number(), v.transform(String))]),
    otherwise: '',
  },
  queueId: { schema: looseIdSchema, otherwise: null },
  statusId: { schema: v.number(), otherwise: null },
}
export const assigneesSchema = rowsSchema(assigneeFields)
export const assigneeSchema = rowSchema(assigneeFields)

/** A state that an assignee may be in, with its word. The id is `statusId` in decimal digits. */
export interface AssigneeStatus extends Marked {
  id: string
  name: string
}

const statusFields: LenientFields<Omit<AssigneeStatus, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  name: { schema: v.string(), otherwise: '' },
}
export const assigneeStatusesSchema = rowsSchema(statusFields)
