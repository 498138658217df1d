import { useEffect, useRef } from 'react'
import { keepList } from '#src/actions/keep-list.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** What is unchanged is kept at most this often, so that a list that polls is not written as often as it is read. */
const KEEP_EVERY_MS = 60_000

/** Keeps a list in the mirror as it is read: at once where it changed, and now and then where it did not. */
export function useKeeping(name: string, rows: readonly unknown[] | undefined, readAt: number): void {
  const workspace = useWorkspace()
  const last = useRef<{ rows: readonly unknown[]; at: number } | null>(null)
  useEffect(() => {
    if (!rows || (last.current?.rows === rows && readAt - last.current.at < KEEP_EVERY_MS)) return
    last.current = { rows, at: readAt }
    void keepList(workspace, name, rows, readAt)
  }, [workspace, name, rows, readAt])
}
