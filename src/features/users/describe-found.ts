import type { ChatChoices } from './use-chat-choices.ts'

/** What is to be said below the chats that were found. */
export function describeFound(
  found: Pick<ChatChoices, 'choices' | 'hasMore'> | undefined,
  typed: string,
): string {
  if (!found) return 'Looking…'
  if (found.hasMore) return 'There are more: type more of the name.'
  if (found.choices.length > 0) return ''
  return typed.trim() === ''
    ? 'There is no chat on this device yet.'
    : 'No chat on this device has this name.'
}
