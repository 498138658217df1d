import { isBlank } from '#src/domain/text/blank.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { hashSha256 } from '../ids.ts'
import { findByAddress } from '../store/channels/contacts.ts'
import { hasEvent } from '../store/channels/provider-events.ts'
import { shorten } from '../text.ts'
import { readFacebookPage } from './channel-service.ts'
import { readProfileName, type FacebookPage } from './facebook-page.ts'
import { fetchFile } from './fetch-file.ts'
import { readOptOut } from './opt-out.ts'
import { takeReceipt } from './receipts.ts'
import { receiveMessage, type IncomingMessage } from './receive-message.ts'

type Ctx = Pick<ServerContext, 'store' | 'commitChanges' | 'attachments' | 'settings'>

/** What is older was sent before by somebody: Facebook itself tells of nothing so late. */
const OLDEST_MS = 24 * 60 * 60 * 1000
const PROFILE_TIMEOUT_MS = 3_000
const NAME_MAX_CHARS = 100
const NAMELESS = 'Facebook guest'
/** Where Facebook keeps what is sent, beside the graph itself. */
const FILE_HOSTS = /(?:^|\.)(?:fbcdn\.net|fbsbx\.com|facebook\.com)$/
const ATTACHMENTS_MAX = 10

const partySchema = v.object({ id: v.string() })
const messageSchema = v.object({
  mid: v.pipe(v.string(), v.minLength(1)),
  text: v.optional(v.string(), ''),
  is_echo: v.optional(v.boolean(), false),
  attachments: v.optional(
    v.array(v.object({ payload: v.nullish(v.object({ url: v.nullish(v.string()) })) })),
    [],
  ),
})
const eventSchema = v.object({
  sender: partySchema,
  timestamp: v.number(),
  message: v.optional(messageSchema),
  postback: v.optional(v.object({ mid: v.optional(v.string()), title: v.optional(v.string(), '') })),
  delivery: v.optional(v.object({ mids: v.optional(v.array(v.string()), []) })),
})
const bodySchema = v.object({
  entry: v.array(v.object({ messaging: v.optional(v.array(v.unknown()), []) })),
})
export type FacebookEvent = v.InferOutput<typeof eventSchema>

/** Whether Facebook has signed these bytes with the secret of our app. */
export function isFacebookSigned(appSecret: string, signature: string, body: Uint8Array): boolean {
  const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
  const expected = createHmac('sha256', appSecret).update(body).digest()
  return (
    signature.startsWith('sha256=') && given.length === expected.length && timingSafeEqual(given, expected)
  )
}

/** Whether two secrets are the same, in a time that tells nothing of them. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashSha256(one)), Buffer.from(hashSha256(other)))
}

/** What a body tells that we understand; null where it is none of Facebook's. Of other kinds of events there are many. */
export function readFacebookEvents(json: unknown): FacebookEvent[] | null {
  const body = v.safeParse(bodySchema, json)
  if (!body.success) return null
  return body.output.entry
    .flatMap(({ messaging }) => messaging)
    .flatMap((event) => {
      const parsed = v.safeParse(eventSchema, event)
      return parsed.success ? [parsed.output] : []
    })
}

/** Whether an event is from so long ago that Facebook does not tell of it any more. */
export function isStale({ timestamp }: FacebookEvent, now: number): boolean {
  return timestamp < now - OLDEST_MS
}

/** Takes one event: a guest's message or choice, or that messages of ours have arrived. */
export async function takeFacebookEvent(ctx: Ctx, event: FacebookEvent): Promise<void> {
  const page = readFacebookPage(ctx.settings)
  const { sender, timestamp, message, postback, delivery } = event
  for (const providerId of delivery?.mids ?? []) {
    const told = { messageId: null, address: sender.id, status: 'delivered' as const, reason: null }
    await takeReceipt(ctx, { channel: 'facebook', providerId, ...told })
  }
  if (page === null) return
  if (message && !message.is_echo) {
    const { mid, text, attachments } = message
    const addresses = attachments.map(({ payload }) => payload?.url ?? null)
    await takeMessage(ctx, page, { address: sender.id, eventId: mid, text, addresses })
  }
  if (postback) {
    const eventId = postback.mid ?? `postback ${sender.id} ${timestamp}`
    await takeMessage(ctx, page, { address: sender.id, eventId, text: postback.title, addresses: [] })
  }
}

async function takeMessage(
  ctx: Ctx,
  page: FacebookPage,
  written: { address: string; eventId: string; text: string; addresses: (string | null)[] },
): Promise<void> {
  const { address, eventId, text, addresses } = written
  if (text === '' && addresses.length === 0) return
  if (await hasEvent(ctx.store.db, 'facebook', eventId)) return
  const name = await nameGuest(ctx, page, address)
  const found = await fetchFiles(ctx, page, addresses)
  const optOut = readOptOut(text)
  await receiveMessage(ctx, { channel: 'facebook', address, eventId, text, ...found, optOut, name })
}

/** Only of somebody new it is asked for. */
async function nameGuest({ store }: Ctx, page: FacebookPage, address: string): Promise<string> {
  const known = await findByAddress(store.db, 'facebook', address)
  if (known.length > 0) return NAMELESS
  const name = await readProfileName(page, address, AbortSignal.timeout(PROFILE_TIMEOUT_MS))
  const short = shorten(name ?? '', NAME_MAX_CHARS)
  return isBlank(short) ? NAMELESS : short
}

async function fetchFiles(
  { attachments }: Ctx,
  page: FacebookPage,
  addresses: (string | null)[],
): Promise<Pick<IncomingMessage, 'files' | 'problems'>> {
  const found: Pick<IncomingMessage, 'files' | 'problems'> = { files: [], problems: [] }
  for (const address of addresses.slice(0, ATTACHMENTS_MAX)) {
    const url = address !== null && URL.canParse(address) ? new URL(address) : null
    const file = url && isFacebooks(url, page) ? await fetchFile(attachments, url, {}) : null
    if (file === null) found.problems.push('it is of a kind that only Facebook shows')
    else if ('problem' in file) found.problems.push(file.problem)
    else found.files.push(file)
  }
  return found
}

function isFacebooks(url: URL, { graphUrl }: FacebookPage): boolean {
  return (
    url.origin === new URL(graphUrl).origin || (url.protocol === 'https:' && FILE_HOSTS.test(url.hostname))
  )
}
