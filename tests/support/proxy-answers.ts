import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** Answers in the environment's place. */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/**
 * Breaks the connection in the middle of the answer, after its headers: where a connection that was used before breaks
 * without them, Chromium sends the request again by itself, a POST too, and the fault would be another one.
 */
export function breakOff(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{', () => response.socket?.resetAndDestroy())
}

/** Passes an answer on whose body `change` makes another one. */
export async function sendChanged(
  reply: IncomingMessage,
  response: ServerResponse,
  change: (body: string) => string,
): Promise<void> {
  // It breaks off where the environment stops or the browser, as a page that reloads, no longer wants it.
  const body = await text(reply).catch(() => null)
  if (body === null) return void response.destroy()
  const { 'content-length': _length, etag: _etag, ...headers } = reply.headers
  response.writeHead(reply.statusCode ?? 502, headers).end(change(body))
}
