import type { Workspace } from '#src/db/workspace.ts'
import { engineName, openChannel } from '#src/sync/channel.ts'

/** Asks whichever tab leads, this one too, to read from the environment now (I5). */
export function askToSync({ origin, user }: Workspace): void {
  // A channel of its own: the engine's does not hear itself.
  const channel = openChannel(engineName(origin, user.id))
  channel.post({ type: 'flush' })
  channel.close()
}
