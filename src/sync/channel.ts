import type { ConnectionStatus } from '#src/lib/connection.ts'

/** What tabs and the worker of one user and environment tell each other. Never a guest's word or a token. */
export type ChannelMessage =
  /** Does anybody lead? `isWaiting`: who asks waits to lead, and goes on leading. */
  | { type: 'ping'; nonce: string; isWaiting: boolean }
  | { type: 'pong'; nonce: string }
  | { type: 'status'; status: ConnectionStatus }
  | { type: 'progress'; operationId: string; share: number }
  /** What the leader waits for right now, in a person's words; null where nothing. */
  | { type: 'loading'; message: string | null }
  /** Whether the leader's calls are slow, for what the other tabs would have it fetch (I7). */
  | { type: 'pace'; isSlow: boolean }
  /** How far the clocks are apart, as it stands in the mirror; null: that is being written (I8). */
  | { type: 'clock'; offsetMs: number | null }
  /** A list that only exists online has changed; null: any may have. */
  | { type: 'rows'; list: string | null }
  /** Whether a person looks at this tab (I3). */
  | { type: 'visibility'; tab: string; isVisible: boolean }
  /** A person or the line has come back, as this tab saw it: that is the engine's return, wherever it runs (I3). */
  | { type: 'return' }
  /** A newcomer asks the leader for its status, and all for their visibility. */
  | { type: 'hello' }
  /** The worker, or a tab that came back, asks the leader to sync and flush now. */
  | { type: 'flush' }

export interface Channel {
  post(message: ChannelMessage): void
  listen(listener: (message: ChannelMessage) => void): () => void
  close(): void
}

/** One engine per environment and user: the name of its lock and its channel (I5). */
export function engineName(origin: string, userId: string): string {
  return `bellhop-engine:${origin}:${userId}`
}

export function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      // Only this app's own code posts to this channel.
      const onMessage = (event: MessageEvent<ChannelMessage>) => listener(event.data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close: () => channel.close(),
  }
}
