import { useEffect, useState } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import { readFile } from '#src/db/mirror/files.ts'
import { readWant } from '#src/db/mirror/wants.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'

/** An attachment as it can be drawn. `own` ones are fetched by the engine with the token and kept in the mirror. */
export type FileState =
  /** `size` in bytes, of those that are on this device. */
  | { state: 'ready'; address: string; size?: number }
  | { state: 'loading' }
  | { state: 'missing'; problem: 'unreachable' | 'gone' }

/** Where an attachment's bytes are; asks the engine for those of the environment's own host (CONTRACT section 5). */
export function useFile(chatId: string, url: string): FileState {
  const { origin } = useWorkspace()
  const isOwn = URL.canParse(url, origin) && new URL(url, origin).origin === origin
  const own = useOwnFile(chatId, url, isOwn)
  if (isOwn) return own
  // Only what a browser may load as a picture; a `javascript:` address is none.
  return /^(https?:|data:image\/)/i.test(url)
    ? { state: 'ready', address: url }
    : { state: 'missing', problem: 'gone' }
}

function useOwnFile(chatId: string, url: string, isOwn: boolean): FileState {
  const workspace = useWorkspace()
  const { mirror } = workspace
  const reading = useLive(workspace, `file:${isOwn}:${url}`, async () => {
    if (!isOwn) return null
    const [row, want] = await Promise.all([
      readFile(mirror, url),
      readWant(mirror, { kind: 'file', chatId, url }),
    ])
    return { row, problem: want?.problem ?? null, isAsked: want !== undefined }
  })
  const row = reading?.row
  const isMissing = reading != null && !row && !reading.isAsked
  useEffect(() => {
    if (!isMissing) return
    askFor(workspace, { kind: 'file', chatId, url }, Date.now()).catch((error: unknown) =>
      logger.warn('a file could not be asked for', { error }),
    )
  }, [isMissing, workspace, chatId, url])
  const address = useObjectAddress(row?.bytes, row?.contentType)
  if (row && address !== null) return { state: 'ready', address, size: row.bytes.byteLength }
  if (reading?.problem == null) return { state: 'loading' }
  return { state: 'missing', problem: reading.problem === 'unreachable' ? 'unreachable' : 'gone' }
}

/** Types that a browser draws without running anything; all others are only ever saved. */
const HARMLESS = /^(image\/(png|gif|jpeg|webp)|application\/pdf)$/

/** An address for bytes, revoked when they are no longer drawn. */
export function useObjectAddress(bytes: ArrayBuffer | undefined, type: string | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes) return undefined
    const made = URL.createObjectURL(new Blob([bytes], { type: toHarmlessType(type) }))
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(null)
    }
  }, [bytes, type])
  return address
}

function toHarmlessType(type: string | undefined): string {
  const bare = type?.split(';')[0]?.trim().toLowerCase() ?? ''
  return HARMLESS.test(bare) ? bare : 'application/octet-stream'
}
