import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { getRequestListener } from '@hono/node-server'
import { ApiError, failBadRequest } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings-types.ts'
import type { App } from './app-env.ts'
import { endStalledBodies } from './stalled-bodies.ts'

/** A handshake or headers that take longer, and a body that does not move for so long, are ended. */
export const STALL_MS = 20_000
/** The whole of a request, against bodies that drip: 10 MiB come at 24 kbit/s. */
export const REQUEST_MAX_MS = 3_600_000
/**
 * Of a request's line and headers, bytes: a preview's address has the longest text that the bot says, percent-encoded, where
 * Node has 16 KiB.
 */
const HEADERS_MAX_BYTES = 80 * 1024
/** How often is looked for what stalls, at most: what Node looks after itself too. */
const SWEEP_MS = 1_000

/** Tests wait less. */
export interface ListenerOptions {
  stallMs?: number
}

/**
 * The HTTP server, or HTTPS where there is a certificate, that answers with `app`. Whatever arrives on its port is answered
 * or ended, and never thrown past its handlers. Throws where the certificate can't be read.
 */
export function createListener(
  { tlsCert, tlsKey }: Pick<Settings, 'tlsCert' | 'tlsKey'>,
  app: App,
  log: Log,
  { stallMs = STALL_MS }: ListenerOptions = {},
): Server {
  const sweepMs = Math.min(SWEEP_MS, stallMs / 4)
  const limits = {
    headersTimeout: stallMs,
    requestTimeout: REQUEST_MAX_MS,
    connectionsCheckingInterval: sweepMs,
    maxHeaderSize: HEADERS_MAX_BYTES,
  }
  const listener = guardListener(app, log)
  const server =
    tlsCert === null || tlsKey === null
      ? createHttpServer(limits, listener)
      : createHttpsServer(
          { ...limits, handshakeTimeout: stallMs, cert: readFileSync(tlsCert), key: readFileSync(tlsKey) },
          listener,
        )
  endStalledBodies(server, stallMs, sweepMs)
  // Where the process has no file handles left, accepting fails; the next connection may be taken again. A port that can't be
  // taken at all is the start's to say.
  server.once('listening', () => server.on('error', (error) => log.error('listener', error)))
  return server
}

/** What fails outside of the app's own error handler: a request that is none yet, an answer that can't be written. */
function guardListener(app: App, log: Log): RequestListener {
  const answer = getRequestListener(app.fetch, {
    errorHandler: (error) => {
      const isRequestFault = error instanceof Error && error.name === 'RequestError'
      if (!isRequestFault) log.error('request failed', error)
      return writeFailure(
        isRequestFault
          ? failBadRequest('The request is malformed.')
          : new ApiError(500, 'internal', 'Something went wrong on the server. Please try again.'),
      )
    },
  })
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error('answer failed', error)
      response.destroy()
    })
  }
}

function writeFailure(failure: ApiError): Response {
  return Response.json(failure.toBody(), {
    status: failure.status,
    headers: { 'Cache-Control': 'no-store' },
  })
}
