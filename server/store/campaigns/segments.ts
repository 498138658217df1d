import { BUILT_IN_SEGMENTS, type BuiltInSegment, type SegmentFilter } from '#src/contract/segments.ts'
import { ApiError } from '../../errors.ts'
import type { AuditedList } from '../configuration/audit.ts'
import type { Db, Tx } from '../store.ts'
import type { SegmentRow } from './campaign-tables.ts'

export const AUDITED_SEGMENTS: AuditedList<SegmentRow> = {
  name: 'segments',
  nameOf: ({ id }) => id,
  fieldsOf: ({ id, filter }) => ({ name: id, ...filter }),
}

/** The hotel's own segments, by name. */
export function readSegments(db: Db): Promise<SegmentRow[]> {
  return db.selectFrom('segments').selectAll().orderBy('id').execute()
}

export function readSegment(db: Db, id: string): Promise<SegmentRow | undefined> {
  return db.selectFrom('segments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockSegment(tx: Tx, id: string): Promise<SegmentRow | undefined> {
  return tx.selectFrom('segments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Throws 409 where the name is taken; the name is the id (s). */
export async function insertSegment(tx: Tx, id: string, filter: SegmentFilter): Promise<SegmentRow> {
  await refuseTaken(tx, id)
  return tx
    .insertInto('segments')
    .values({ id, filter: JSON.stringify(filter) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Under another name it is another id: campaigns that name it go with it. Throws 409 where that name is taken. */
export async function updateSegment(
  tx: Tx,
  before: SegmentRow,
  { id, filter }: { id: string; filter: SegmentFilter },
): Promise<SegmentRow> {
  if (id !== before.id) {
    await refuseTaken(tx, id)
    for (const row of await findCampaigns(tx, before.id)) {
      await tx
        .updateTable('botConfigs')
        .set({ config: JSON.stringify({ ...row.config, segment: id }) })
        .where('id', '=', row.id)
        .execute()
    }
  }
  return tx
    .updateTable('segments')
    .set({ id, filter: JSON.stringify(filter) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Throws 409 `in_use`, naming the campaigns that need it. */
export async function deleteSegment(tx: Tx, id: string): Promise<void> {
  const names = (await findCampaigns(tx, id)).map(({ config }) => `'${String(config['name'] ?? '')}'`)
  if (names.length > 0) {
    throw new ApiError(
      409,
      'in_use',
      `The segment is used by ${names.join(', ')}. Choose another one there first.`,
    )
  }
  await tx.deleteFrom('segments').where('id', '=', id).execute()
}

export function isBuiltIn(id: string): id is BuiltInSegment {
  return BUILT_IN_SEGMENTS.some((name) => name === id)
}

async function refuseTaken(tx: Tx, id: string): Promise<void> {
  if (isBuiltIn(id) || (await readSegment(tx, id))) {
    throw new ApiError(409, 'conflict', `There is a segment called '${id}' already.`)
  }
}

function findCampaigns(tx: Tx, segment: string) {
  return tx
    .selectFrom('botConfigs')
    .select(['id', 'config'])
    .where('type', '=', 'cronCampaigns')
    .where((eb) => eb(eb.ref('config', '->>').key('segment'), '=', segment))
    .forUpdate()
    .execute()
}
