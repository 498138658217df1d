import { sql } from 'kysely'
import type { RatingQuestion } from '#src/contract/guest-side.ts'
import { LOW_RATING_STARS } from '#src/domain/guests/rating.ts'
import { createId } from '../../ids.ts'
import type { Db, Tx } from '../store.ts'
import type { ChatRow } from './chat-tables.ts'

/** What staff did that a guest is asked about. */
export type RatedAction = 'play' | 'resolve'

/**
 * Asks the guest how it went, once for each occasion: a help request that staff resolve, and a chat that a person gives
 * back to the bot after somebody wrote in it. What follows within the same help request or the same hold is the same
 * occasion. The chat is locked, and as it was before.
 */
export async function askForRating(tx: Tx, chat: ChatRow, action: RatedAction): Promise<void> {
  const since = action === 'play' ? chat.pausedAt : chat.helpAt
  await sql`
    insert into guest_ratings (id, chat_id, guest_id, asked_at)
    select ${createId()}, ${chat.id}, ${nameGuest(chat)}, clock_timestamp()
    where not exists (
        select from guest_ratings where chat_id = ${chat.id} and asked_at >= ${since}::timestamptz
      )
      and (${action === 'resolve'} or exists (
        select from messages where chat_id = ${chat.id} and user_id is not null and created_at >= ${since}::timestamptz
      ))`.execute(tx)
}

/** What the chat's guest was asked last, and has answered; null where that is nothing. */
export async function readRatingQuestion(db: Db, chatId: string): Promise<RatingQuestion | null> {
  const row = await findQuestion(db, chatId).executeTakeFirst()
  return row ?? null
}

/**
 * Writes the answer to what was asked last, in place of an earlier one. Gives whether it is the first low one of its
 * occasion; null where nothing was asked. The chat is locked.
 */
export async function writeRating(
  tx: Tx,
  chatId: string,
  stars: number,
): Promise<{ isFirstLow: boolean } | null> {
  const asked = await findQuestion(tx, chatId).select('lowAt').executeTakeFirst()
  if (!asked) return null
  const isFirstLow = stars <= LOW_RATING_STARS && asked.lowAt === null
  const now = sql<Date>`clock_timestamp()`
  await tx
    .updateTable('guestRatings')
    .set({ stars, ratedAt: now, ...(isFirstLow ? { lowAt: now } : {}) })
    .where('id', '=', asked.id)
    .execute()
  return { isFirstLow }
}

/** The average of what this guest gave, to one decimal; null where that is nothing. */
export async function readAverageRating(
  db: Db,
  chat: Pick<ChatRow, 'id' | 'guestId'>,
): Promise<number | null> {
  const { rows } = await sql<{ rating: number | null }>`
    select round(avg(stars), 1)::float8 as rating from guest_ratings
    where guest_id = ${nameGuest(chat)} and stars is not null`.execute(db)
  return rows[0]?.rating ?? null
}

function findQuestion(db: Db, chatId: string) {
  return db
    .selectFrom('guestRatings')
    .select(['id', 'stars'])
    .where('chatId', '=', chatId)
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}

/** Some chats name no guest. */
function nameGuest({ id, guestId }: Pick<ChatRow, 'id' | 'guestId'>): string {
  return guestId ?? id
}
