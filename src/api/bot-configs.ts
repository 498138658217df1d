import type * as v from 'valibot'
import {
  alertSchema,
  alertsSchema,
  dutyIntervalSchema,
  dutyIntervalsSchema,
} from '#src/contract/bot-configs.ts'
import type { ApiSession } from './http.ts'
import { rowPath, versionOf, writeRow, type RowCalls, type VersionedRow, type WriteOptions } from './rows.ts'
import { callAs } from './session-call.ts'

const PATH = '/api/bot-config/'

/** Alerts by email and SMS, and the intervals of who is on duty: rows of `bot-config` (CONTRACT section 6). */
export const alertCalls = createConfigCalls({
  type: 'alerts',
  fields: ['isEnabled', 'name', 'type', 'notificationType', 'sendTo'],
  rows: alertsSchema,
  row: alertSchema,
})
export const dutyIntervalCalls = createConfigCalls({
  type: 'agentOnDuty',
  fields: ['isEnabled', 'name', 'shiftStart', 'shiftEnd', 'frequency', 'message'],
  rows: dutyIntervalsSchema,
  row: dutyIntervalSchema,
})

interface ConfigPaths<Row> {
  type: string
  /** What the specification has in a row's configuration; what extensions add comes with each patch (CONTRACT section 2). */
  fields: readonly string[]
  rows: v.GenericSchema<unknown, Row[]>
  row: v.GenericSchema<unknown, Row>
}

/** As `createRowCalls`, for rows that come as `{ type, config }` and are always put as a whole. */
export function createConfigCalls<Row extends VersionedRow>({
  type,
  fields,
  rows,
  row: schema,
}: ConfigPaths<Row>): RowCalls<Row> {
  const put = (session: ApiSession, row: Row, patch: object, options: WriteOptions) =>
    writeRow(
      session,
      {
        method: 'PUT',
        path: rowPath(PATH, row.id),
        json: { type, config: { ...readConfig(row, fields), ...patch } },
        ...options,
        ...versionOf(row),
      },
      schema,
    )
  return {
    list: (session, signal) => callAs(session, { method: 'GET', path: PATH, query: { type }, signal }, rows),
    create: (session, config, options) =>
      writeRow(
        session,
        { method: 'POST', path: '/api/bot-config', json: { type, config }, ...options },
        schema,
      ),
    update: put,
    remove: (session, row, options) =>
      writeRow(
        session,
        { method: 'DELETE', path: rowPath(PATH, row.id), query: { type }, ...options, ...versionOf(row) },
        schema,
      ),
  }
}

/** A row's configuration as it was read: what could not be read is left to the environment. */
function readConfig(row: VersionedRow, fields: readonly string[]): object {
  const isSent = (name: string) => fields.includes(name) && row.unreadable?.includes(name) !== true
  return Object.fromEntries(Object.entries(row).filter(([name]) => isSent(name)))
}
