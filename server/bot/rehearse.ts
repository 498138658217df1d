import type { SentenceReading } from '#src/contract/try-sentence.ts'
import { createId } from '../ids.ts'
import { createChat } from '../store/chats/write-chats.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import { lockConfiguration } from '../store/configuration/audit.ts'
import type { Change } from '../store/log/change.ts'
import type { Store } from '../store/store.ts'
import { actIntent, readActingIntent, type Turn } from './act-dialog.ts'
import { BOT_NAME } from './bot-name.ts'
import { sayTimes } from './describe-lines.ts'
import { readStringsOnce } from './strings/read-strings.ts'

interface Rehearsal {
  words: string
  /** Null: what the bot says where it does not understand. */
  intentId: string | null
  language: string | null
  houseLanguage: string
  timeZone: string
}

/** Carries what was said out of a transaction that is undone. */
class Curtain extends Error {
  readonly changes: readonly Change[]
  constructor(changes: readonly Change[]) {
    super('a rehearsal is undone')
    this.name = 'Curtain'
    this.changes = changes
  }
}

/**
 * What a guest in the house would be answered: acted as for a guest, in a transaction that is undone, so that no chat, no
 * ticket and no word of it is left.
 */
export async function rehearse(store: Store, rehearsal: Rehearsal): Promise<SentenceReading['answer']> {
  try {
    await store.transact((tx) => act(tx, rehearsal))
  } catch (error) {
    if (error instanceof Curtain) return sayTimes(error.changes, rehearsal.timeZone).flatMap(describeSaid)
    throw error
  }
  return []
}

async function act(tx: Parameters<Parameters<Store['transact']>[0]>[0], rehearsal: Rehearsal): Promise<void> {
  const { words, intentId, language, houseLanguage } = rehearsal
  await lockConfiguration(tx)
  const { chatId } = await createChat(tx, {
    displayName: 'A guest in the house',
    source: 'web',
    botName: BOT_NAME,
    guestId: createId(),
  })
  const info = JSON.stringify({ Data: { PUB_GuestRegister: { Status: 'CHECKEDIN' } } })
  await tx.insertInto('guestInfo').values({ chatId, info }).execute()
  const chat = await lockChat(tx, chatId)
  if (!chat) return
  const readStrings = readStringsOnce(tx, houseLanguage, language)
  const turn: Turn = { tx, chat, words, changes: [], readStrings, spoken: new Set(), isLocked: true }
  const intent = intentId === null ? null : await readActingIntent(tx, intentId)
  if (intent) await actIntent(turn, intent)
  if (turn.changes.length > 0) throw new Curtain(turn.changes)
  const question = { text: (await readStrings())['clarify.question'], sentByGuest: false }
  throw new Curtain([{ type: 'new_message', chatId, message: question }])
}

function describeSaid({ message }: Change): SentenceReading['answer'] {
  if (message === undefined) return []
  const buttons = (message.attachments ?? []).flatMap(({ content }) => content?.buttons ?? [])
  const kind = message.type === 'event' ? 'event' : 'text'
  return [{ kind, text: message.text, choices: buttons.map(({ title }) => title ?? '') }]
}
