import * as v from 'valibot'
import type { SecretBox } from '../store/secrets/secret-box.ts'

/** Providers fetch files themselves, without a token: so long after the message was sent. */
const LINK_HOURS = 24
const HOUR_MS = 3_600_000
const PLACE = 'channels/files'
export const FILES_PATH = '/api/channels/files'

const linkSchema = v.object({ id: v.string(), until: v.number() })

/** An address under which whoever has it may fetch an attachment for a day. It can't be guessed or made by others. */
export function writeFileLink(secrets: SecretBox, publicUrl: string, id: string, now: Date): string {
  const link = { id, until: now.getTime() + LINK_HOURS * HOUR_MS }
  const sealed = secrets.seal(JSON.stringify(link), PLACE)
  return `${publicUrl}${FILES_PATH}/${encodeURIComponent(sealed)}`
}

/** The id of the attachment; null for what is no link of ours, or was one. */
export function readFileLink(secrets: SecretBox, sealed: string, now: Date): string | null {
  const opened = secrets.open(sealed, PLACE)
  if (opened === null) return null
  const { id, until } = v.parse(linkSchema, JSON.parse(opened))
  return now.getTime() < until ? id : null
}
