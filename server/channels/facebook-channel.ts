import { limitCall, type Channel, type ChannelOutcome, type OutgoingFile } from './channel.ts'
import { postPageMessage, type FacebookPage } from './facebook-page.ts'

/** For how long each of Facebook's answers is waited for: a file may be on its way. */
const SEND_TIMEOUT_MS = 20_000
/** Messenger takes no more in one message. */
const TEXT_MAX_CHARS = 2_000

type Part = { text: string } | { file: OutgoingFile }

/** Facebook Messenger, as an answer within 24 hours (`RESPONSE`). A message of ours may be several of theirs. */
export function createFacebookChannel(
  page: FacebookPage,
  { timeoutMs = SEND_TIMEOUT_MS }: { timeoutMs?: number | undefined } = {},
): Channel {
  return {
    async send({ to, text, attachments, stopped }) {
      const parts: Part[] = [...splitText(text), ...attachments.map((file) => ({ file }))]
      let last: ChannelOutcome = { kind: 'refused', reason: 'there is nothing in it' }
      for (const [index, part] of parts.entries()) {
        const body = await describePart(to, part)
        const outcome: ChannelOutcome =
          body === null
            ? { kind: 'refused', reason: 'a file of it is missing' }
            : await limitCall(stopped, timeoutMs, (signal) => postPageMessage(page, body, signal))
        if (outcome.kind !== 'accepted') return index === 0 ? outcome : describeHalf(outcome)
        last = outcome
      }
      return last
    },
  }
}

/** What has arrived in part is not sent again: the guest would have the first part twice. */
function describeHalf(outcome: Exclude<ChannelOutcome, { kind: 'accepted' }>): ChannelOutcome {
  if (outcome.kind === 'doubt') return outcome
  return { kind: 'refused', reason: `only a part of it arrived: ${outcome.reason}` }
}

async function describePart(to: string, part: Part): Promise<Record<string, unknown> | FormData | null> {
  const head = { recipient: { id: to }, messaging_type: 'RESPONSE' }
  if ('text' in part) return { ...head, message: { text: part.text } }
  const { file } = part
  const type = file.contentType.startsWith('image/') ? 'image' : 'file'
  if (file.url !== null) {
    return { ...head, message: { attachment: { type, payload: { url: file.url } } } }
  }
  const bytes = await file.read()
  if (bytes === null) return null
  const form = new FormData()
  form.set('recipient', JSON.stringify(head.recipient))
  form.set('messaging_type', head.messaging_type)
  form.set('message', JSON.stringify({ attachment: { type, payload: {} } }))
  form.set('filedata', new Blob([Uint8Array.from(bytes)], { type: file.contentType }), file.name)
  return form
}

/** At spaces where there are some, and never within a character. */
function splitText(text: string): { text: string }[] {
  const parts: { text: string }[] = []
  let left = text
  while (left.length > TEXT_MAX_CHARS) {
    const space = left.lastIndexOf(' ', TEXT_MAX_CHARS)
    const isPair = /[\uD800-\uDBFF]/.test(left.charAt(TEXT_MAX_CHARS - 1))
    const end = space > 0 ? space : TEXT_MAX_CHARS - (isPair ? 1 : 0)
    parts.push({ text: left.slice(0, end) })
    left = left.slice(end).trimStart()
  }
  return left === '' ? parts : [...parts, { text: left }]
}
