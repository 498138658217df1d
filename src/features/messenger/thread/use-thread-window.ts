import { useCallback, useEffect, useState } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import {
  NEWEST_WINDOW,
  readPlace,
  type MessagePlace,
  type ThreadReading,
  type ThreadWindow,
} from '#src/db/thread.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'
import { stepNewer, stepOlder } from './thread-window.ts'
import { useChatThread } from './use-chat-thread.ts'

/** A message that the thread opens at, and what became of finding it. */
export interface ThreadTarget {
  id: string
  state: MessagePlace['type']
}

interface MovableThread {
  /** Undefined until something can be drawn in its right place. */
  reading: ThreadReading | undefined
  target: ThreadTarget | null
  showOlder(): void
  showNewer(): void
  showNewest(): void
}

/** A chat's thread as its reader moves through it. With `messageId` it opens around that message. */
export function useThreadWindow(chatId: string, messageId: string | undefined): MovableThread {
  const [moved, setMoved] = useState<{ window: ThreadWindow; messageId: string | undefined } | null>(null)
  const place = usePlace(chatId, messageId)
  // A message that is looked for leads until the reader moves on from it.
  const isMoved = moved !== null && moved.messageId === messageId
  const window = isMoved ? moved.window : place?.type === 'here' ? place.window : NEWEST_WINDOW
  const reading = useChatThread(chatId, window)
  const isCurrent =
    reading !== undefined && reading.window.until === window.until && reading.window.limit === window.limit

  const show = useCallback((next: ThreadWindow) => setMoved({ window: next, messageId }), [messageId])
  // From what is on screen and asked for, so that several scroll events make one step, and none after a jump.
  const shown = isCurrent ? reading : undefined
  const showOlder = useCallback(() => {
    if (shown) show(stepOlder(shown))
  }, [shown, show])
  const showNewer = useCallback(() => {
    if (shown) show(stepNewer(shown))
  }, [shown, show])
  const showNewest = useCallback(() => show(NEWEST_WINDOW), [show])

  const target = messageId === undefined || !place ? null : { id: messageId, state: place.type }
  const isPlacing = messageId !== undefined && !isMoved && (!place || !isCurrent)
  return { reading: isPlacing ? undefined : reading, target, showOlder, showNewer, showNewest }
}

/** Looks for a message; older ones are fetched until it is among those that are unbroken (I10). */
function usePlace(chatId: string, messageId: string | undefined): MessagePlace | null | undefined {
  const workspace = useWorkspace()
  const place = useLive(workspace, `place:${chatId}:${messageId}`, async () =>
    messageId === undefined ? null : readPlace(workspace, chatId, messageId),
  )
  const ask = place?.type === 'earlier' ? place.ask : null
  useEffect(() => {
    if (ask === null) return
    askFor(workspace, ask, Date.now()).catch((error: unknown) =>
      logger.warn('older messages could not be asked for', { error }),
    )
  }, [ask, workspace])
  return place
}
