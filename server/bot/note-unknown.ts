import { readDialog } from '../store/bot/intents.ts'
import { noteUnknownSentence, type UnknownSentence } from '../store/bot/unknown-sentences.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import type { Tx } from '../store/store.ts'
import { PERSON } from './built-in-intents.ts'

interface NotUnderstood {
  messageId: string
  words: string
  /** What the classifier takes it for, although that had nothing to say. */
  intent: { id: string } | null
}

/** Keeps what the bot did not understand for whoever trains it. Who asks for a person was understood. */
export async function noteUnknown(
  tx: Tx,
  chat: Pick<ChatRow, 'id' | 'guestId' | 'language'>,
  { messageId, words, intent }: NotUnderstood,
  outcome: UnknownSentence['outcome'],
): Promise<void> {
  const meant = intent === null ? undefined : await readDialog(tx, intent.id)
  if (meant?.origin !== PERSON) await noteUnknownSentence(tx, chat, { messageId, words, outcome })
}
