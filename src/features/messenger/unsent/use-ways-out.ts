import { useContext, useEffect, useRef, useState } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import {
  discardOperation,
  editOperation,
  sendAgain,
  takeOverAndSend,
  type SettleAnswer,
} from '#src/actions/settle-unsent.ts'
import type { Chat } from '#src/contract/chats.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { holderKey } from '#src/domain/chats/holder.ts'
import { waitsForUser, type Operation } from '#src/domain/outbox/operation.ts'
import type { WayOut } from '#src/domain/outbox/words.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'

export interface WaysOut {
  /** What is to be said beside the operation right now. */
  note: string | null
  /** The way out that waits for a yes because it may have arrived already. */
  asked: WayOut | null
  take(way: WayOut): void
  confirm(): void
  cancel(): void
}

/** `serverChat`: the chat as the server returned it, which is what a new yes is about (O11). */
export function useWaysOut(operation: Operation, serverChat: Chat | null): WaysOut {
  const workspace = useWorkspace()
  const capabilities = useContext(CapabilitiesContext)
  const [note, setNote] = useState<string | null>(null)
  const [asked, setAsked] = useState<WayOut | null>(null)
  /** What the person wanted while its fate was read first. */
  const settling = useRef<WayOut | null>(null)

  async function run(way: WayOut, isConfirmed: boolean): Promise<void> {
    setNote(null)
    setAsked(null)
    const options = { now: Date.now(), isConfirmed }
    const seen = {
      holder: holderKey(serverChat?.user ?? null),
      helpAt: serverChat?.helpAt,
      offersKeys: capabilities.get().idempotency,
    }
    try {
      const answer = await takeWayOut(way)
      settling.current = answer === 'settling' ? way : null
      if (answer === 'ask') setAsked(way)
      setNote(describeAnswer(answer))
    } catch (error) {
      setNote(explainFailure(error))
    }

    function takeWayOut(taken: WayOut): Promise<SettleAnswer> {
      switch (taken) {
        case 'edit':
          return editOperation(workspace, operation.id, options)
        case 'discard':
          return discardOperation(workspace, operation.id, options)
        case 'take-over':
        case 'take-over-and-send':
          return takeOverAndSend(workspace, operation.id, seen, options)
        default:
          return sendAgain(workspace, operation.id, seen, options)
      }
    }
  }

  // Its fate was read and is still unknown: now the same wish can be answered, with the warning.
  const isSettled = waitsForUser(operation.state)
  const resume = useRef(run)
  resume.current = run
  useEffect(() => {
    const wanted = settling.current
    if (!isSettled || wanted === null) return
    settling.current = null
    void resume.current(wanted, false)
  }, [isSettled])

  return {
    note,
    asked,
    take: (way) => void run(way, false),
    confirm: () => void (asked !== null && run(asked, true)),
    cancel: () => setAsked(null),
  }
}

function describeAnswer(answer: SettleAnswer): string | null {
  switch (answer) {
    case 'settling':
      return 'Checking whether it arrived…'
    case 'busy':
      return 'It is being sent right now.'
    case 'done':
    case 'ask':
    case 'gone':
      return null
  }
}
