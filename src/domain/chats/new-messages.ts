interface Told {
  readonly id: string
  /** ISO instant. */
  readonly createdAt: string
}

/** What of a thread was there when it was looked at last. */
export interface KnownMessages {
  ids: ReadonlySet<string>
  /** When the oldest of them was written; '' where there were none. */
  from: string
}

/** What is there now; `messages`: oldest first. */
export function noteMessages(messages: readonly Told[]): KnownMessages {
  return { ids: new Set(messages.map(({ id }) => id)), from: messages[0]?.createdAt ?? '' }
}

/** What has come since. Older ones that were read meanwhile are no news; nor is anything while nothing is known. */
export function findNewMessages<Message extends Told>(
  known: KnownMessages | null,
  messages: readonly Message[],
): Message[] {
  if (known === null) return []
  return messages.filter(({ id, createdAt }) => createdAt > known.from && !known.ids.has(id))
}
