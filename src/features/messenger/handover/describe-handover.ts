import type { Chat } from '#src/contract/chats.ts'
import type { HandoverRow } from '#src/db/handover.ts'
import { isolateName } from '#src/domain/guests/name.ts'
import { describeChannel, nameAgent, nameGuest } from '#src/domain/chats/names.ts'

/** Whose chat it is that would be left behind. */
export function nameHandover({ chat }: HandoverRow): string {
  return chat ? nameGuest(chat) : 'A chat that is not on this device'
}

/** What is to be known of it beside its name, for example 'Web chat · You have this chat · Needs help'. */
export function describeHandover({ chat, standing }: HandoverRow): string {
  if (!chat) return ''
  const facts = [
    describeChannel(chat.source).long,
    standing === 'other' ? null : 'You have this chat',
    chat.needsHelp ? 'Needs help' : null,
  ]
  return facts.filter((fact) => fact !== null).join(' · ')
}

/** What became of a chat that is the user's no more. `chat`: as the environment has it now; null: not any more. */
export function describeDeparture(row: HandoverRow, chat: Chat | null): string {
  const name = isolateName(nameHandover(row))
  if (!chat) return `${name}: this chat is gone.`
  if (!chat.user) return `${name}: the bot has this chat now.`
  return `${name}: ${isolateName(nameAgent(chat.user))} has this chat now.`
}
