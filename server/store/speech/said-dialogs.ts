import * as v from 'valibot'
import { dialogSchema, type BotDialog } from '../bot/dialog.ts'
import type { Db } from '../store.ts'

/** What each intent says and does, without its questions. */
export async function readSaidDialogs(db: Db): Promise<{ id: string; dialog: BotDialog | null }[]> {
  const rows = await db
    .selectFrom('intents')
    .select(['id', 'dialog'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id, dialog }) => ({
    id,
    dialog: dialog === null ? null : v.parse(dialogSchema, dialog),
  }))
}
