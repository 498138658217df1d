import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'

const askedSchema = v.object({ text: v.string(), language: v.string(), format: v.string() })
type Asked = v.InferOutput<typeof askedSchema> & { authorization: string | undefined }

/** A voice service on loopback. */
export interface VoiceEndpoint {
  url: string
  asked: Asked[]
  /** How it answers from now on; with an MP3 of the words if not given. */
  answer: ((response: ServerResponse, text: string) => void) | null
  stop(): Promise<void>
}

export async function startVoiceEndpoint(): Promise<VoiceEndpoint> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { authorization } = request.headers
      const asked = { ...v.parse(askedSchema, JSON.parse(body)), authorization }
      endpoint.asked.push(asked)
      if (endpoint.answer) endpoint.answer(response, asked.text)
      else sayWords(response, asked.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint: VoiceEndpoint = {
    url: `http://127.0.0.1:${port}/v1/speech`,
    asked: [],
    answer: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return endpoint
}

/** As the service answers what it can say. */
export function sayWords(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end(`MP3 of ${text}`)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}
