import { QueryClient } from '@tanstack/react-query'
import type { Workspace } from '#src/db/workspace.ts'

/** One for each session: nothing that was read for one person is there for another (D8). */
const clients = new WeakMap<Workspace, QueryClient>()

/** What keeps the answers of calls while their screens come and go. */
export function findQueryClient(workspace: Workspace): QueryClient {
  const known = clients.get(workspace)
  if (known) return known
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Whether there is a line is told by real calls, not by `navigator.onLine` (DESIGN section 5).
        networkMode: 'always',
        // A list says what is wrong and offers to try again; one that polls tries again by itself.
        retry: false,
      },
    },
  })
  clients.set(workspace, client)
  return client
}
