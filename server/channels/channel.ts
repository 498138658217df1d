/** A file that goes out with a message. */
export interface OutgoingFile {
  name: string
  contentType: string
  /** Where a provider may fetch it for some time; null where nobody reaches this server from outside. */
  url: string | null
  /** Null where its bytes are missing. */
  read(): Promise<Uint8Array | null>
}

/** A message that leaves the house. */
export interface OutgoingMessage {
  /** An address of the channel: see `GuestContactsTable`. */
  to: string
  /** May be empty where there are files. */
  text: string
  attachments: OutgoingFile[]
  /** The same at every attempt: the id of the message. */
  deliveryId: string
  /** The chat's, by which a mailbox keeps together what belongs together. */
  chatId: string
  /** The server stops: what is being sent may end within moments. */
  stopped: AbortSignal
}

/** What became of an attempt. Reasons are in words for staff. */
export type ChannelOutcome =
  /** The provider has it. `providerId`: what it calls it; null where it does not say. */
  | { kind: 'accepted'; providerId: string | null }
  /** It certainly has it not, and the same may succeed at another time. `afterSeconds` is its wish. */
  | { kind: 'later'; reason: string; afterSeconds: number | null }
  /** It will never take it. */
  | { kind: 'refused'; reason: string }
  /** Nobody knows whether it has it. */
  | { kind: 'doubt'; reason: string }

/** Another house's way to a guest. Never throws for what the other side does. */
export interface Channel {
  send(message: OutgoingMessage): Promise<ChannelOutcome>
}

/** What a guest's message is never sent again after, and what staff are told of it. */
export const DOUBT = 'nobody knows whether it arrived; it was not sent again'

/** A server that stops waits for about a second in all: so long an answer that is on its way may still take. */
const STOP_GRACE_MS = 700

/**
 * Makes a call that ends after its time, or some moments after the server began to stop: cut at once, a message whose answer
 * was about to come would be in doubt for ever.
 */
export async function limitCall<T>(
  stopped: AbortSignal,
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const cutting = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const cut = () => {
    timer = setTimeout(() => cutting.abort(), STOP_GRACE_MS)
  }
  if (stopped.aborted) cut()
  else stopped.addEventListener('abort', cut, { once: true })
  try {
    return await call(AbortSignal.any([cutting.signal, AbortSignal.timeout(timeoutMs)]))
  } finally {
    stopped.removeEventListener('abort', cut)
    clearTimeout(timer)
  }
}
