import { findUnreadableFile } from './unreadable-file.ts'

/** So many connections Chromium has to one host, for requests of one kind. */
const MOST_CONNECTIONS = 6
/** So many stand before the write while its connection is made: what other calls hand back in that time goes to them. */
const GUARDS = 3

/** The write that is about to be made. What connection it would be given depends on all of these. */
export interface ComingWrite {
  url: string
  method: string
  headers: HeadersInit
  credentials: RequestCredentials
  signal: AbortSignal
}

/**
 * Makes the browser open a new connection for the write that the caller makes as soon as this settles. On a connection
 * that was used before, Chromium repeats a request whose answer did not begin, a POST too; without a key that is a second
 * effect. A request whose body can't be read is given a connection, fails before a byte of it is sent, and its connection
 * is closed: so all that are idle go (docs/decisions/032). Never fails; where there is no such body it does nothing.
 */
export async function takeOwnConnection(
  fetch: typeof globalThis.fetch,
  { url, method, headers, credentials, signal }: ComingWrite,
): Promise<void> {
  const body = await findUnreadableFile()
  if (body === null) return
  const init: RequestInit = {
    method: method === 'GET' ? 'POST' : method,
    headers,
    body,
    credentials,
    signal,
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  }
  const closeConnections = (count: number) =>
    Promise.all(Array.from({ length: count }, () => fetch(url, init).catch(() => undefined)))
  // At another origin the first one's preflight answers for all that follow, for the write too.
  await closeConnections(1)
  await closeConnections(MOST_CONNECTIONS - 1)
  void closeConnections(GUARDS)
}
