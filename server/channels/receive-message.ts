import { isBlank } from '#src/domain/text/blank.ts'
import type { Attachment } from '#src/contract/chats.ts'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { BOT_NAME } from '../bot/bot-name.ts'
import type { ServerContext } from '../context.ts'
import { createId } from '../ids.ts'
import { recogniseLanguage } from '../language.ts'
import type { ChannelName } from '../store/channels/channel-tables.ts'
import {
  findByAddress,
  lockAddress,
  openContactChat,
  startContact,
  stopContact,
  type ContactChat,
} from '../store/channels/contacts.ts'
import { takeEvent } from '../store/channels/provider-events.ts'
import { insertAttachment } from '../store/chats/attachment-rows.ts'
import { attachmentUrl } from '../store/chats/attachment-url.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import { describeGuestMessage } from '../store/chats/write-chats.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import type { ArrivedFile } from './fetch-file.ts'
import type { OptOut } from './opt-out.ts'

/** What a guest has written on another house's channel. */
export interface IncomingMessage {
  channel: ChannelName
  address: string
  /** What the provider calls the message. */
  eventId: string
  text: string
  files: ArrivedFile[]
  /** Why files were not taken. */
  problems: string[]
  optOut: OptOut | null
  /** What the guest is called, where nobody knows them yet. */
  name: string
}

type Ctx = Pick<ServerContext, 'store' | 'commitChanges'>

const UNSHOWN = '[a file that can’t be shown here]'
const CHANNEL_WORDS: Record<ChannelName, string> = {
  sms: 'by SMS',
  facebook: 'on Facebook',
  email: 'by e-mail',
}

/**
 * Takes a guest's message, once: into the chat of whoever is reached at that address, or a new one. Where several guests share
 * the address, it is the chat that was written in last. Of a guest who is blocked nothing is taken but a STOP.
 */
export async function receiveMessage(
  { store, commitChanges }: Ctx,
  incoming: IncomingMessage,
): Promise<void> {
  const { channel, address, eventId, optOut, text, files, problems } = incoming
  // Nobody would see anything, and somebody would be called.
  if (isBlank(text) && files.length + problems.length === 0) return
  const language = await recogniseLanguage(incoming.text)
  await store.transact(async (tx) => {
    if (!(await takeEvent(tx, channel, eventId))) return
    await lockAddress(tx, channel, address)
    const opened = await openChat(tx, incoming)
    const marked = optOut === null ? [] : await markContacts(tx, incoming, optOut)
    const changes = [...opened.changes]
    if (!opened.chat.guestBlocked) changes.push(await describeMessage(tx, opened, { ...incoming, language }))
    changes.push(...marked, ...describeProblems(opened, incoming))
    if (changes.length > 0) await commitChanges(tx, changes)
  })
}

async function openChat(tx: Tx, { channel, address, name }: IncomingMessage): Promise<ContactChat> {
  const [known] = await findByAddress(tx, channel, address)
  const guestId = known?.guestId ?? createId()
  const displayName = (known ? await readGuestName(tx, known.guestId) : null) ?? name
  return openContactChat(tx, { guestId, channel, address, displayName, botName: BOT_NAME })
}

/** As the guest is called in another chat of theirs. */
async function readGuestName(tx: Tx, guestId: string): Promise<string | null> {
  const chat = await tx
    .selectFrom('chats')
    .select('displayName')
    .where('guestId', '=', guestId)
    .orderBy('updatedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return chat?.displayName ?? null
}

/** The bot says nothing to STOP and START: the provider answers them, or nobody. */
async function describeMessage(
  tx: Tx,
  { chat }: ContactChat,
  { text, files, problems, optOut, language }: IncomingMessage & { language: string | null },
): Promise<Change> {
  const attachments: Attachment[] = []
  for (const file of files) {
    const id = createId()
    await insertAttachment(tx, { id, chatId: chat.id, ...file })
    const { contentType, name, size } = file
    attachments.push({ contentType, contentUrl: attachmentUrl(id), name, size })
  }
  const words = cleanText(text)
  const isUnshown = words === '' && files.length === 0 && problems.length > 0
  const { change } = describeGuestMessage(chat, {
    text: isUnshown ? UNSHOWN : words,
    attachments,
    isForBot: optOut === null,
    language,
  })
  return change
}

/** All guests who share the address are meant; in each of their chats on the channel staff read it. */
async function markContacts(
  tx: Tx,
  { channel, address }: IncomingMessage,
  optOut: OptOut,
): Promise<Change[]> {
  const mark = optOut === 'stop' ? stopContact : startContact
  const marked = await mark(tx, channel, address)
  const chatIds = marked.flatMap(({ chatId }) => chatId ?? []).sort()
  for (const chatId of chatIds) await lockChat(tx, chatId)
  const text =
    optOut === 'stop'
      ? `The guest has asked for no more campaigns ${CHANNEL_WORDS[channel]} (STOP)`
      : `The guest takes campaigns ${CHANNEL_WORDS[channel]} again (START)`
  return chatIds.map((chatId) => describeStaffLine(chatId, text))
}

function describeProblems({ chat }: ContactChat, { problems }: IncomingMessage): Change[] {
  if (chat.guestBlocked) return []
  return problems.map((problem) =>
    describeStaffLine(chat.id, `The guest sent a file that is not shown here: ${problem}`),
  )
}

function describeStaffLine(chatId: string, text: string): Change {
  return {
    type: 'new_message',
    chatId,
    message: { text, sentByGuest: false, type: 'event', isStaffOnly: true },
  }
}

/** What the database can hold of it, and no more than others may write. */
function cleanText(text: string): string {
  if (isBlank(text)) return ''
  return text
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .slice(0, MAX_MESSAGE_CHARS)
}
