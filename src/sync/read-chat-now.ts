import { fetchChat } from '#src/api/chats.ts'
import { ApiError } from '#src/api/errors.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { createApiSession } from '#src/api/session.ts'
import type { Chat } from '#src/contract/chats.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { lockSession, readCapabilities, type LiveSession } from '#src/db/session/sessions.ts'

/**
 * A chat as the environment has it now, for a decision of the worker's; nothing is written. Null where that can't be known:
 * no line, a chat that is gone, or a session that ended, which is locked then (D8).
 */
export async function readChatNow(
  sessionDb: SessionDatabase,
  { origin, token }: LiveSession,
  chatId: string,
  { target, signal }: { target: ApiTarget; signal: AbortSignal },
): Promise<Chat | null> {
  const capabilities = await readCapabilities(sessionDb, origin)
  let isLocked = false
  const session = createApiSession(target, token, capabilities, () => (isLocked = true))
  try {
    return await fetchChat(session, chatId, signal)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isLocked) await lockSession(sessionDb, origin, token)
    return null
  }
}
