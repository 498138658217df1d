import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An SMS as Twilio would take it. */
export interface ArrivedSms {
  path: string
  authorization: string | undefined
  fields: Record<string, string>
}

/** How it is answered; `hold` leaves it open until it is let go. */
export interface SmsAnswer {
  status: number
  json?: unknown
  headers?: Record<string, string>
  hold?: Promise<void>
}

/** A server on loopback that stands for Twilio's REST API. */
export interface SmsEndpoint {
  /** For TWILIO_API_URL. */
  url: string
  arrived: ArrivedSms[]
  /** What guests sent with an SMS, by its path. */
  files: Map<string, Uint8Array>
  /** Answers the next ones so, in order; then 201 again. */
  answerNext(...answers: SmsAnswer[]): void
  stop(): Promise<void>
}

export async function startSmsEndpoint(): Promise<SmsEndpoint> {
  const arrived: ArrivedSms[] = []
  const answers: SmsAnswer[] = []
  const files: SmsEndpoint['files'] = new Map()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { authorization } = request.headers
      const fields = Object.fromEntries(new URLSearchParams(body))
      arrived.push({ path: `${request.method} ${request.url}`, authorization, fields })
      if (request.method === 'GET') return response.end(files.get(request.url ?? ''))
      const { status, json, headers, hold } = answers.shift() ?? { status: 201, json: { sid: 'SM1' } }
      void Promise.resolve(hold).then(() =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(json === undefined ? '' : JSON.stringify(json)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    files,
    answerNext: (...next) => void answers.push(...next),
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
