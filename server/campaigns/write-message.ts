import { sql } from 'kysely'
import type { Turn } from '../bot/act-dialog.ts'
import { BOT_NAME } from '../bot/bot-name.ts'
import { describeLine } from '../bot/describe-lines.ts'
import { createId } from '../ids.ts'
import type { CampaignRecipientRow } from '../store/campaigns/campaign-tables.ts'
import { markSkipped, markWritten } from '../store/campaigns/runs.ts'
import { openContactChat } from '../store/channels/contacts.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import type { CampaignConfig } from './campaign-config.ts'
import { fillLine, type CampaignWords } from './compose-message.ts'
import type { GuestFacts } from './guest-facts.ts'
import { leadTo } from './lead-to.ts'
import type { LeftOutReason } from './plan-run.ts'

interface Writing {
  recipient: CampaignRecipientRow
  guest: GuestFacts
  campaign: CampaignConfig
  words: CampaignWords
}

/**
 * Writes a campaign's message into the guest's chat, and marks the recipient in the same transaction: once, or never. The run
 * is locked, and so is the configuration where the campaign leads on to another dialog.
 */
export async function writeCampaignMessage(tx: Tx, writing: Writing): Promise<Change[]> {
  const { recipient, guest, campaign, words } = writing
  const { chat, changes } = await openChat(tx, recipient, guest)
  const reason = chat === null ? 'no_channel' : explainSilence(chat)
  if (chat === null || reason !== null) {
    await markSkipped(tx, recipient, reason ?? 'no_channel')
    return changes
  }
  const messageId = createId()
  const said = describeLine(chat.id, fillLine(words, guest)).map((change) =>
    change.message === undefined
      ? change
      : { ...change, message: { ...change.message, id: messageId, isBulk: true } },
  )
  const turn: Turn = {
    tx,
    chat,
    words: campaign.name,
    changes: [...changes, ...said],
    readStrings: () => Promise.resolve(words.stringsFor(guest.language)),
    spoken: new Set([campaign.dialog]),
    isLocked: campaign.action === 'redirect',
  }
  if (campaign.action === 'redirect') await leadTo(turn, campaign.redirectTo)
  await expectAnswer(tx, chat, recipient.runId, campaign.action)
  await markWritten(tx, recipient, { chatId: chat.id, messageId })
  return turn.changes
}

/** The guest's chat on the channel, locked; made where there is none yet. Null where the guest page's chat is gone. */
async function openChat(
  tx: Tx,
  { channel, address, chatId, guestId }: CampaignRecipientRow,
  { name }: GuestFacts,
): Promise<{ chat: ChatRow | null; changes: Change[] }> {
  if (address !== '')
    return openContactChat(tx, { guestId, channel, address, displayName: name, botName: BOT_NAME })
  return { chat: chatId === null ? null : await lockChat(tx, chatId), changes: [] }
}

/** Looked at under the chat's lock: what was planned may have been overtaken. */
function explainSilence(chat: ChatRow): LeftOutReason | null {
  if (chat.guestBlocked) return 'blocked'
  return chat.pausedAt !== null || chat.needsHelp ? 'with_staff' : null
}

/** What is asked waits for the guest, and an older question does no more. */
async function expectAnswer(
  tx: Tx,
  chat: ChatRow,
  runId: string,
  action: CampaignConfig['action'],
): Promise<void> {
  const now = sql<Date>`clock_timestamp()`
  if (action !== 'rating' && action !== 'roomupgrade') return
  await tx.deleteFrom('pendingDialogs').where('chatId', '=', chat.id).execute()
  await tx
    .insertInto('pendingCampaigns')
    .values({ chatId: chat.id, runId, action, askedAt: now })
    .onConflict((on) => on.column('chatId').doUpdateSet({ runId, action, askedAt: now }))
    .execute()
  if (action !== 'rating') return
  const row = { id: createId(), chatId: chat.id, guestId: chat.guestId ?? chat.id, askedAt: now }
  await tx.insertInto('guestRatings').values(row).execute()
}
