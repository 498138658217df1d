import { useCallback, useEffect, useState } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import { readFile } from '#src/db/mirror/files.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useGoodLine } from '#src/lib/good-line.ts'
import { logger } from '#src/lib/logger.ts'
import { evaluateFile } from './evaluate-file.ts'

/** An attachment as it can be drawn. `own` ones are fetched by the engine with the token and kept in the mirror. */
export type FileState =
  /** `size` in bytes, of those that are on this device. */
  | { state: 'ready'; address: string; size?: number }
  | { state: 'loading' }
  /** Not on this device, and the line is too weak or too dear to fetch it unasked: `fetch` asks. */
  | { state: 'offered'; fetch: () => void }
  | { state: 'missing'; problem: 'unreachable'; fetch: () => void }
  | { state: 'missing'; problem: 'gone' }

/**
 * Where an attachment's bytes are; asks the engine for those of the environment's own host (CONTRACT section 5). On a weak
 * line only for what `isAskedFor`, by a person who wants to see it now.
 */
export function useFile(chatId: string, url: string, isAskedFor = false): FileState {
  const { origin } = useWorkspace()
  const isOwn = URL.canParse(url, origin) && new URL(url, origin).origin === origin
  const isWelcome = useGoodLine() || isAskedFor
  const own = useOwnFile(chatId, url, isOwn, isWelcome)
  const { isDrawable, draw } = useForeignPicture(isOwn ? null : url, isWelcome)
  if (isOwn) return own
  // Only what a browser may load as a picture; a `javascript:` address is none.
  if (!/^(https?:|data:image\/)/i.test(url)) return { state: 'missing', problem: 'gone' }
  return isDrawable ? { state: 'ready', address: url } : { state: 'offered', fetch: draw }
}

/** Addresses elsewhere that this page has drawn: the browser keeps them, and nothing is fetched for them again. */
const drawn = new Set<string>()

/** Whether a picture at an address elsewhere may be drawn, which fetches it; `draw` does so on a weak line too. */
export function useForeignPicture(address: string | null, isWelcome: boolean) {
  const [asked, setAsked] = useState<string | null>(null)
  const isHere = address !== null && (address.startsWith('data:') || drawn.has(address) || asked === address)
  const isDrawable = isWelcome || isHere
  useEffect(() => {
    if (isDrawable && address !== null) drawn.add(address)
  }, [isDrawable, address])
  return { isDrawable, draw: () => setAsked(address) }
}

function useOwnFile(chatId: string, url: string, isOwn: boolean, isWelcome: boolean): FileState {
  const workspace = useWorkspace()
  const { mirror } = workspace
  const reading = useLive(workspace, `file:${isOwn}:${url}`, async () => {
    if (!isOwn) return null
    const [row, request] = await readFile(mirror, chatId, url)
    return {
      row,
      isHere: row !== undefined,
      problem: request?.problem ?? null,
      isAsked: request !== undefined,
    }
  })
  const row = reading?.row
  const evaluation = evaluateFile(reading, isWelcome)
  const fetch = useCallback(() => {
    askFor(workspace, { kind: 'file', chatId, url }, Date.now()).catch((error: unknown) =>
      logger.warn('a file could not be asked for', { error }),
    )
  }, [workspace, chatId, url])
  useEffect(() => {
    if (evaluation === 'wanted') fetch()
  }, [evaluation, fetch])
  const address = useObjectAddress(row?.bytes, row?.contentType)
  if (row && address !== null) return { state: 'ready', address, size: row.bytes.byteLength }
  if (evaluation === 'offered') return { state: 'offered', fetch }
  if (evaluation === 'unreachable') return { state: 'missing', problem: 'unreachable', fetch }
  return evaluation === 'gone' ? { state: 'missing', problem: 'gone' } : { state: 'loading' }
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
