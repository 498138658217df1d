import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A call as the graph would take it. */
export interface ArrivedCall {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | undefined
  contentType: string
  /** As it came, byte by byte. */
  body: string
}

/** How a message is answered; `hold` leaves it open until it is let go. */
export interface GraphAnswer {
  status: number
  json?: unknown
  headers?: Record<string, string>
  hold?: Promise<void>
}

/** A server on loopback that stands for Facebook's graph and for where it keeps files. */
export interface FacebookEndpoint {
  /** For FACEBOOK_GRAPH_URL. */
  url: string
  /** The messages that it was sent, in order. */
  messages: ArrivedCall[]
  /** Answers the next messages so, in order; then each with an id of its own again. */
  answerNext(...answers: GraphAnswer[]): void
  /** What a profile answers. */
  profiles: Map<string, { first_name: string; last_name: string }>
  /** Files under `/files/{name}`. */
  files: Map<string, Uint8Array>
  stop(): Promise<void>
}

export async function startFacebookEndpoint(): Promise<FacebookEndpoint> {
  const messages: ArrivedCall[] = []
  const answers: GraphAnswer[] = []
  const profiles: FacebookEndpoint['profiles'] = new Map()
  const files: FacebookEndpoint['files'] = new Map()
  const server = createServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://graph')
      const { authorization, 'content-type': contentType = '' } = request.headers
      const file = files.get(pathname.replace('/files/', ''))
      if (request.method === 'GET' && file) return response.end(file)
      if (request.method === 'GET') {
        const profile = profiles.get(pathname.slice(1))
        return response.writeHead(profile ? 200 : 404).end(JSON.stringify(profile ?? {}))
      }
      const method = request.method ?? ''
      messages.push({
        method,
        path: pathname,
        query,
        authorization,
        contentType,
        body: bytes.toString('latin1'),
      })
      const answer = answers.shift() ?? { status: 200, json: { message_id: `mid.${messages.length}` } }
      await answer.hold
      return response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(JSON.stringify(answer.json ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    profiles,
    files,
    answerNext: (...next) => void answers.push(...next),
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
