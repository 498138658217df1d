import { LiveAhead } from './live-ahead.ts'
import { NEWEST_WINDOW, readThread, type ThreadReading, type ThreadWindow } from './thread.ts'
import type { Workspace } from './workspace.ts'

interface ThreadOfChat {
  chatId: string
  thread: ThreadReading
}

/** Threads that are read before they are drawn. */
export const THREADS_AHEAD = new LiveAhead<ThreadOfChat>()

/** How a live query reads a window of a thread. */
export function describeThreadQuery(workspace: Workspace, chatId: string, { limit, until }: ThreadWindow) {
  return {
    key: `thread:${chatId}:${limit}:${until}`,
    read: async (): Promise<ThreadOfChat> => ({
      chatId,
      thread: await readThread(workspace, chatId, limit, until),
    }),
  }
}

/** Begins to read a chat's newest messages: somebody is about to open it. Settles when they are read, or can't be. */
export function readThreadAhead(workspace: Workspace, chatId: string): Promise<void> {
  const { key, read } = describeThreadQuery(workspace, chatId, NEWEST_WINDOW)
  return THREADS_AHEAD.begin(workspace, key, read)
}
