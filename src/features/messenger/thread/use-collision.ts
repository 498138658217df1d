import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { ThreadReading } from '#src/db/thread.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { findCollision, isAnswered, type ChatView, type Collision } from '#src/domain/chats/collision.ts'

/** On a quick line one's own action is read with its effect at once; what follows this soon is taken for one's own. */
const OWN_WITHIN_MS = 2_000

/**
 * What a colleague just did to the chat that is on screen; gone when it is dismissed, or with this person's next action.
 * `actedAt`: when this person last acted on it here, ms of the device's clock.
 */
export function useCollision({ chat, serverChat }: ThreadReading, actedAt: RefObject<number>) {
  const me = useWorkspace().user
  const [collision, setCollision] = useState<Collision | null>(null)
  const known = useRef<ChatView | null>(null)
  useEffect(() => {
    if (!chat || !serverChat) return
    const before = known.current
    const now = { server: serverChat, shown: chat }
    known.current = now
    if (!before) return
    const found = findCollision(before, now, me)
    const isOwn = Math.abs(Date.now() - actedAt.current) < OWN_WITHIN_MS
    if (found && !isOwn) setCollision(found)
    else if (isAnswered(before, now, me)) setCollision(null)
  }, [chat, serverChat, me, actedAt])
  const dismiss = useCallback(() => setCollision(null), [])
  return { collision, dismiss }
}
