import { readOperations } from '#src/db/outbox/operations.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { chatIdOf, type Operation } from '#src/domain/outbox/operation.ts'
import { isWaitingForPerson } from './describe-events.ts'

export interface Failure {
  operation: Operation
  /** The guest's name; '' where their chat is not mirrored. */
  name: string
}

/** What was refused or is held, live, with whom it is about. */
export function useFailures(): Failure[] | undefined {
  const workspace = useWorkspace()
  return useLive(workspace, 'failures', async () => {
    const waiting = (await readOperations(workspace.outbox)).filter(isWaitingForPerson)
    const chats = await workspace.mirror.chats.bulkGet(waiting.map(chatIdOf))
    return waiting.map((operation, index) => ({ operation, name: chats[index]?.chat.displayName ?? '' }))
  })
}
