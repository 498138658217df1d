import { sql } from 'kysely'
import { LOW_RATING_STARS } from '#src/domain/guests/rating.ts'
import { describeHandover, describeLine } from '../bot/describe-lines.ts'
import { findChoice } from '../bot/find-choice.ts'
import type { DialogChoice } from '../store/bot/dialog.ts'
import type { Turn } from '../bot/act-dialog.ts'
import { COULD_NOT_PASS_ON } from '../bot/words.ts'
import { writeTicket } from '../bot/write-ticket.ts'
import { writeRating } from '../store/chats/guest-ratings.ts'
import type { Tx } from '../store/store.ts'
import { readCampaign } from './campaign-config.ts'
import { NO, YES } from './compose-message.ts'
import { leadTo } from './lead-to.ts'

/** For so long what a campaign asked waits for an answer. */
const WAITS_DAYS = 3
const UPGRADE_TAKEN = 'The guest takes the room upgrade that was offered.'
/** More words than that say something else. */
const MAX_WORDS = 8

/**
 * Takes the guest's words for an answer to what a campaign has asked, before the bot and whoever looks on. False where
 * nothing was asked, or where they are none: then the question goes on waiting.
 */
export async function answerCampaign(turn: Turn, askedAt: Date): Promise<boolean> {
  const { tx, chat } = turn
  const pending = await readPending(tx, chat.id, askedAt)
  if (!pending) return false
  const taken = pending.action === 'rating' ? await takeStars(turn) : await takeYesOrNo(turn)
  if (taken === null) return false
  await tx.deleteFrom('pendingCampaigns').where('chatId', '=', chat.id).execute()
  const campaign = taken === 'on' ? readCampaign(pending) : null
  if (campaign) await leadTo(turn, campaign.redirectTo)
  return true
}

/** Whether the campaign leads on after an answer; null: it was none. */
type Taken = 'on' | 'done' | null

/** What was asked in this chat last, and by which campaign, as it was then. */
function readPending(tx: Tx, chatId: string, askedAt: Date) {
  return tx
    .selectFrom('pendingCampaigns')
    .innerJoin('campaignRuns', 'campaignRuns.id', 'pendingCampaigns.runId')
    .select(['action', 'config'])
    .where('chatId', '=', chatId)
    .where('askedAt', '<', askedAt)
    .where('askedAt', '>', sql<Date>`clock_timestamp() - make_interval(days => ${WAITS_DAYS}::int)`)
    .executeTakeFirst()
}

async function takeStars(turn: Turn): Promise<Taken> {
  const stars = readStars(turn.words)
  if (stars === null) return null
  const chatId = turn.chat.id
  const rated = await writeRating(turn.tx, chatId, stars)
  if (!rated) return null
  const strings = await turn.readStrings()
  turn.changes.push(
    { type: 'chat_changed', chatId, isLowRating: rated.isFirstLow },
    ...describeLine(chatId, {
      response: strings[stars <= LOW_RATING_STARS ? 'campaign.rating.sorry' : 'campaign.rating.thanks'],
    }),
  )
  return 'on'
}

/** A yes is a ticket to the front desk, with guest and room; nobody is promised what nobody was told of. */
async function takeYesOrNo(turn: Turn): Promise<Taken> {
  const isYes = readYesOrNo(turn.words)
  if (isYes === null) return null
  const { tx, chat } = turn
  const strings = await turn.readStrings()
  if (!isYes) {
    turn.changes.push(...describeLine(chat.id, { response: strings['campaign.roomUpgrade.declined'] }))
    return 'done'
  }
  const department = await findFrontDesk(tx)
  const isWritten = await writeTicket(tx, chat, { department, words: UPGRADE_TAKEN })
  turn.changes.push(
    ...describeLine(chat.id, {
      response: strings[isWritten ? 'ticket.written' : 'handover.notPassedOn'],
    }),
    ...(isWritten ? [] : describeHandover(chat.id, COULD_NOT_PASS_ON)),
  )
  return isWritten ? 'on' : 'done'
}

const named = (name: string): DialogChoice => ({ ...NO, name })
/** As guests say it in the languages of the bot; what is asked says it in English, too. */
const YESES = [YES, ...['sí', 'si', 'ja', 'oui', 'sì', 'sim', 'はい', '是', '好的', 'نعم'].map(named)]
const NOES = [NO, ...['nein', 'non', 'não', 'nao', 'いいえ', '不', '不要', '不用', 'لا'].map(named)]

/** Null where the words are neither. */
export function readYesOrNo(words: string): boolean | null {
  if (findChoice(YESES, words) !== null) return true
  return findChoice(NOES, words) === null ? null : false
}

/** The department of that name, else the house's own. */
async function findFrontDesk(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from queues
    order by lower(name) in ('front desk', 'reception') desc, is_admin desc, created_at, id limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? ''
}

const WORDS = ['one', 'two', 'three', 'four', 'five']

/** 1 to 5, as a number, a word or so many stars, in a short answer; null where that is none, or more than one. */
export function readStars(words: string): number | null {
  const drawn = [...words.matchAll(/[⭐★]/gu)].length
  if (drawn > 0) return drawn <= WORDS.length ? drawn : null
  // '4/5' and '4 of 5' are a four.
  const said = words.toLowerCase().replace(/(\d)\s*(?:\/|out of|of)\s*5\b/, '$1')
  const tokens = said.match(/[\p{L}\p{N}]+/gu) ?? []
  if (tokens.length > MAX_WORDS) return null
  const found = tokens.flatMap((token) => (/^[1-5]$/.test(token) ? [Number(token)] : readWord(token)))
  return found.length === 1 ? (found[0] ?? null) : null
}

function readWord(token: string): number[] {
  const index = WORDS.indexOf(token)
  return index < 0 ? [] : [index + 1]
}
