import { readGuestCard } from '#src/db/mirror/guest-cards.ts'
import { readWant } from '#src/db/mirror/wants.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** What is known of a chat's guest, live; `problem` where it could not be read. Undefined until the first answer. */
export function useGuestCard(chatId: string) {
  const workspace = useWorkspace()
  const { mirror } = workspace
  return useLive(workspace, `guest-card:${chatId}`, async () => {
    const [row, want] = await Promise.all([
      readGuestCard(mirror, chatId),
      readWant(mirror, { kind: 'guest-card', chatId }),
    ])
    return { info: row?.info ?? null, isWanted: want !== undefined, problem: want?.problem ?? null }
  })
}

export type GuestInfo = NonNullable<NonNullable<ReturnType<typeof useGuestCard>>['info']>
