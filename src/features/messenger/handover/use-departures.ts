import { useEffect, useRef, useState } from 'react'
import { dropSuperseded } from '#src/actions/drop-superseded.ts'
import type { HandoverRow } from '#src/db/handover.ts'
import { readChat } from '#src/db/mirror/chats.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { isSuperseded } from '#src/domain/outbox/superseded.ts'
import { logger } from '#src/lib/logger.ts'
import { describeDeparture } from './describe-handover.ts'

/**
 * Says of each held chat that goes who has it now, in the order of going. A return or a pass that came too late has
 * nothing left to decide, and goes with it.
 */
export function useDepartures(rows: readonly HandoverRow[]): readonly string[] {
  const workspace = useWorkspace()
  const [told, setTold] = useState<readonly string[]>([])
  const held = useRef<ReadonlyMap<string, HandoverRow>>(new Map())
  /** The chats that were told of since they were last held. */
  const gone = useRef(new Set<string>())

  useEffect(() => {
    async function settle(row: HandoverRow, isNew: boolean) {
      await dropSuperseded(workspace, row.chatId)
      const chat = (await readChat(workspace.mirror, row.chatId))?.chat ?? null
      if (isNew) setTold((before) => [...before, describeDeparture(row, chat)])
    }

    const now = new Map(rows.flatMap((row) => (row.standing === 'other' ? [] : [[row.chatId, row] as const])))
    const left = [...held.current.values()].filter(({ chatId }) => !now.has(chatId))
    const superseded = rows.filter(
      ({ standing, chat, operations }) =>
        standing === 'other' &&
        operations.some(({ operation }) => isSuperseded(operation, chat?.user ?? null, workspace.user)),
    )
    held.current = now
    for (const chatId of now.keys()) gone.current.delete(chatId)
    for (const row of new Set([...left, ...superseded])) {
      const isNew = !gone.current.has(row.chatId)
      gone.current.add(row.chatId)
      settle(row, isNew).catch((error: unknown) =>
        logger.warn('a chat that is handed over could not be settled', { error: String(error) }),
      )
    }
  }, [rows, workspace])

  return told
}
