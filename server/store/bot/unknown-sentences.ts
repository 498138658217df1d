import { sql } from 'kysely'
import { MAX_QUESTION_CHARS } from '#src/contract/limits.ts'
import { failConflict } from '../../errors.ts'
import { createId, hashSha256 } from '../../ids.ts'
import { createTextKey } from '../../text.ts'
import { DAY_SECONDS, type AgedRows } from '../aged-rows.ts'
import type { ChatRow } from '../chats/chat-tables.ts'
import type { Db, Tx } from '../store.ts'

const KEPT_DAYS = 90
/** So many are grouped by likeness; older ones come up when these were dealt with. */
const MAX_WORDINGS = 2_000
/** Of a group, as examples that lead to their chats. */
const MAX_SENTENCES = 10
/** What staff write later, or after so many further messages of the guest, answers something else. */
const REPLY_MINUTES = 30
const REPLY_GUEST_MESSAGES = 3

/** Sentences that differ in letter case and spaces only. */
export interface Wording {
  key: string
  /** As it was written last. */
  text: string
  count: number
  firstAt: Date
  lastAt: Date
}

export interface UnknownSentence {
  /** Which of the groups that were asked for it is of. */
  group: number
  id: string
  key: string
  text: string
  chatId: string
  messageId: string
  at: Date
  outcome: 'asked' | 'handedOver'
  /** What staff wrote to this guest next; null where they did not, or not soon. */
  reply: string | null
}

/** Sentences as somebody saw them in the list. */
export interface SeenSentences {
  keys: readonly string[]
  /** The time of the newest. */
  until: Date
  count: number
}

export const AGED_UNKNOWN_SENTENCES: AgedRows = {
  table: 'unknownSentences',
  column: 'at',
  seconds: KEPT_DAYS * DAY_SECONDS,
}

/** Keeps what the bot did not understand, in the transaction of its answer. A message without words is none. */
export async function noteUnknownSentence(
  tx: Tx,
  chat: Pick<ChatRow, 'id' | 'guestId' | 'language'>,
  sentence: { messageId: string; words: string; outcome: UnknownSentence['outcome'] },
): Promise<void> {
  const { messageId, words, outcome } = sentence
  const text = shortenToQuestion(words)
  if (text === '') return
  await tx
    .insertInto('unknownSentences')
    .values({
      id: createId(),
      chatId: chat.id,
      guestId: chat.guestId,
      messageId,
      text,
      textKey: hashSha256(createTextKey(text)),
      language: chat.language,
      outcome,
    })
    .onConflict((on) => on.column('messageId').doNothing())
    .execute()
}

/** The newest wordings with how often each was written, and how many sentences there are in all. */
export async function readWordings(db: Db): Promise<{ wordings: Wording[]; total: number }> {
  const { rows } = await sql<Wording & { total: number }>`
    select known.*, newest.text from (
      select text_key as key, count(*)::int as count, min(at) as first_at, max(at) as last_at,
        (sum(count(*)) over ())::int as total
      from unknown_sentences group by text_key order by max(at) desc, text_key limit ${MAX_WORDINGS}
    ) known cross join lateral (
      select text from unknown_sentences where text_key = known.key order by at desc, id desc limit 1
    ) newest`.execute(db)
  const wordings = rows.map(({ total: _, ...wording }) => wording)
  return { wordings, total: rows[0]?.total ?? 0 }
}

/** The newest sentences of each group of wordings, the newest first, each with what staff wrote next. */
export async function readUnknownSentences(
  db: Db,
  groups: readonly (readonly Pick<Wording, 'key'>[])[],
): Promise<UnknownSentence[]> {
  const keys = groups.flatMap((group) => group.map(({ key }) => key))
  const places = groups.flatMap((group, place) => group.map(() => place))
  const { rows } = await sql<UnknownSentence>`
    select shown."group", shown.id, shown.text_key as key, shown.text, shown.chat_id, shown.message_id,
      shown.at, shown.outcome, (
        select written.text from messages written
        join messages asked on asked.id = shown.message_id
        where written.chat_id = shown.chat_id and written.created_at > asked.created_at
          and written.created_at <= asked.created_at + make_interval(mins => ${REPLY_MINUTES}::int)
          and written.user_id is not null and written.type = 'text' and not written.staff_only
          and btrim(written.text) <> ''
          and ${REPLY_GUEST_MESSAGES}::int > (
            select count(*) from messages further
            where further.chat_id = shown.chat_id and further.sent_by_guest
              and further.created_at > asked.created_at and further.created_at < written.created_at)
        order by written.created_at limit 1
      ) as reply
    from (
      select place as "group", sentence.*,
        row_number() over (partition by place order by sentence.at desc, sentence.id desc) as nth
      from unnest(${keys}::text[], ${places}::int[]) as asked(key, place)
      cross join lateral (
        select * from unknown_sentences where text_key = asked.key order by at desc, id desc limit ${MAX_SENTENCES}
      ) sentence
    ) shown
    where shown.nth <= ${MAX_SENTENCES} order by shown."group", shown.nth`.execute(db)
  return rows
}

/**
 * Removes what somebody has seen and dealt with, and gives how many those were; some may be gone already. Throws 409
 * where more would go than were seen.
 */
export async function deleteSeenSentences(tx: Tx, seen: SeenSentences): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('unknownSentences')
    .where('textKey', 'in', seen.keys)
    .where('at', '<=', seen.until)
    .executeTakeFirstOrThrow()
  const deleted = Number(numDeletedRows)
  // A sentence whose transaction had not ended when the list was read may be older than the newest of the list.
  if (deleted > seen.count)
    throw failConflict('A guest has said this again meanwhile. Look at the list again.')
  return deleted
}

/** One line, as long as a question may be: what is longer is a story, and stands in the chat. No half of a character is left. */
function shortenToQuestion(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line
    .slice(0, MAX_QUESTION_CHARS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
