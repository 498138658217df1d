import { sql } from 'kysely'
import * as v from 'valibot'
import type { PushPayload } from '#src/contract/push.ts'
import type { PushDeliveriesTable, PushSubscriptionsTable } from '../store/alerts/push-tables.ts'
import type { Tx } from '../store/store.ts'
import { shorten } from '../text.ts'
import type { Selectable } from 'kysely'
import { readNeeds } from './read-needs.ts'

export type DeliveryRow = Selectable<PushDeliveriesTable>
export type SubscriptionRow = Selectable<PushSubscriptionsTable>

const helpDetailSchema = v.object({ stage: v.picklist([0, 1, 2]), line: v.nullable(v.string()) })
const takenDetailSchema = v.object({ by: v.object({ id: v.string(), name: v.string() }) })

/** Push services carry 4,096 bytes; names and lines are what could be longer. In characters, of 4 bytes at most. */
const NAME_MAX_CHARS = 100
const LINE_MAX_CHARS = 200

/**
 * What a delivery says now, in the transaction that claims it; null where it has no meaning any more: the chat is taken,
 * resolved, gone, or held by somebody else. The chat stays locked against changes until the claim commits, so that whoever
 * takes it afterwards finds this device among those that were told.
 */
export async function composePayload(
  tx: Tx,
  subscription: SubscriptionRow,
  delivery: DeliveryRow,
  now: Date,
): Promise<PushPayload | null> {
  const needs = await readNeeds(tx, subscription.userId)
  const common = {
    version: 1 as const,
    ...(needs && { needs }),
    environment: subscription.environment,
    userId: subscription.userId,
    sentAt: now.toISOString(),
    tag: delivery.tag,
  }
  const { kind, chatId, detail } = delivery
  if (kind === 'test') return { ...common, kind, helpCount: await countHelpRequests(tx) }
  const chat = await tx
    .selectFrom('chats')
    .select(['displayName', 'needsHelp', 'helpAt', 'holderId', 'rev'])
    .where('id', '=', chatId ?? '')
    .forShare()
    .executeTakeFirst()
  if (!chat || chatId === null) return null
  const displayName = subscription.hideNames ? null : shorten(chat.displayName, NAME_MAX_CHARS)
  const helpCount = await countHelpRequests(tx)
  const ofChat = { ...common, chatId, displayName, rev: chat.rev, helpCount }
  switch (kind) {
    case 'needs_help': {
      if (!chat.needsHelp || chat.holderId !== null) return null
      const { stage, line } = v.parse(helpDetailSchema, detail)
      const helpAt = (chat.helpAt ?? delivery.createdAt).toISOString()
      return { ...ofChat, kind, helpAt, stage, line: line === null ? null : shorten(line, LINE_MAX_CHARS) }
    }
    case 'new_message':
      return chat.holderId === subscription.userId ? { ...ofChat, kind } : null
    case 'taken': {
      const { by } = v.parse(takenDetailSchema, detail)
      return { ...ofChat, kind, by: { id: by.id, name: shorten(by.name, NAME_MAX_CHARS) } }
    }
    case 'resolved':
      return { ...ofChat, kind }
  }
}

async function countHelpRequests(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('chats')
    .select(sql<number>`count(*)`.as('count'))
    .where('needsHelp', '=', true)
    .executeTakeFirstOrThrow()
  return row.count
}
