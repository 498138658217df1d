import { useEffect, useRef } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import type { Chat } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import { readGuestCard } from '#src/db/mirror/guest-cards.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { logger } from '#src/lib/logger.ts'

/** What is known of a chat's guest; `problem` where it could not be read. */
export interface GuestCardReading {
  info: GuestInfo | null
  isWanted: boolean
  problem: string | null
}

/** As it is known now, live. Undefined until the first answer. */
export function useGuestCard(chatId: string): GuestCardReading | undefined {
  const workspace = useWorkspace()
  const { mirror } = workspace
  return useLive(workspace, `guest-card:${chatId}`, async () => {
    const [row, request] = await readGuestCard(mirror, chatId)
    return { info: row?.info ?? null, isWanted: request !== undefined, problem: request?.problem ?? null }
  })
}

/**
 * Has the guest card of an open chat read again when something happens to the chat that is no message, since a guest's
 * rating changes nothing else of it, and when the line is back. One message more is what happens most, and says nothing
 * of the card.
 */
export function useFreshGuestCard(chatId: string, chat: Chat | null): void {
  const workspace = useWorkspace()
  const isLive = useConnection().kind === 'live'
  const known = useRef<ChatState | null>(null)
  const wasAway = useRef(false)
  const updatedAt = chat?.updatedAt
  const messagesCount = chat?.messagesCount
  useEffect(() => {
    if (updatedAt === undefined || messagesCount === undefined) return
    const before = known.current
    known.current = { updatedAt, messagesCount }
    if (before !== null && mayHaveNewCard(before, known.current)) askForCard(workspace, chatId)
  }, [workspace, chatId, updatedAt, messagesCount])
  useEffect(() => {
    if (isLive && wasAway.current) askForCard(workspace, chatId)
    wasAway.current = !isLive
  }, [workspace, chatId, isLive])
}

function askForCard(workspace: Workspace, chatId: string): void {
  askFor(workspace, { kind: 'guest-card', chatId }, Date.now()).catch((error: unknown) =>
    logger.warn('a guest card could not be asked for', { error }),
  )
}

type ChatState = Pick<Chat, 'updatedAt' | 'messagesCount'>

/** Told apart from one more message, by which a chat changes too. */
function mayHaveNewCard(before: ChatState, now: ChatState): boolean {
  return before.updatedAt !== now.updatedAt && now.messagesCount !== before.messagesCount + 1
}
