import type { Workspace } from './workspace.ts'

/** For a live query, before it reads: what the screen was given is newer than what the databases have of it. */
export async function waitUntilStored({ storedBehind }: Workspace): Promise<void> {
  // Wrapped, or the library loses what it follows.
  if (storedBehind) await Promise.resolve(storedBehind)
}
