import * as v from 'valibot'
import { intentSchema, type Intent } from '#src/contract/intents.ts'
import { speechStatusSchema, type SpeechStatus } from '#src/contract/speech.ts'
import { signIn, type Client } from './api-client.ts'
import type { TestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'

/** What an operator does about what the bot says. */
export interface SpeechHotel {
  operator: Client
  /** Gives the new one's id. */
  addIntent(name: string, config: object): Promise<string>
  save(intentId: string, config: object): Promise<void>
  readIntent(id: string): Promise<Intent>
  readStatus(id: string): Promise<SpeechStatus>
  /** The status once nothing of it is being recorded any more. */
  waitUntilRecorded(id: string): Promise<SpeechStatus>
  /** The answer to a preview as it came, its body not read. */
  preview(text: string, more?: { timezone?: string; signal?: AbortSignal }): Promise<Response>
  /** The bytes of an address of the environment's own. */
  fetchAudio(address: string): Promise<{ status: number; type: string | null; bytes: Uint8Array }>
}

export async function openSpeechHotel(
  server: Pick<TestServer, 'url'>,
  operator?: Client,
): Promise<SpeechHotel> {
  const client = operator ?? (await signIn(server, 'operator'))
  const authorization = `Bearer ${client.token ?? ''}`
  const send = async (path: string, json: object, statuses: readonly number[]) => {
    const { status, body } = await client.call(path, { method: 'POST', json })
    if (!statuses.includes(status)) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const hotel: SpeechHotel = {
    operator: client,
    async addIntent(name, config) {
      const id = v.parse(v.string(), await send('/api/luis/intents/', { name }, [201]))
      await hotel.save(id, config)
      return id
    },
    async save(intentId, config) {
      await send('/api/luis/dialog/', { type: 'luisIntent', config: { intentId, ...config } }, [200])
    },
    readIntent: async (id) => v.parse(intentSchema, (await client.call(`/api/luis/intents/${id}`)).body),
    readStatus: async (id) =>
      v.parse(speechStatusSchema, (await client.call(`/api/speech/statusForIntent/${id}`)).body),
    waitUntilRecorded: (id) =>
      waitFor('the recording to end', async () => {
        const status = await hotel.readStatus(id)
        return !status.recording && status
      }),
    preview: (text, { timezone, signal } = {}) => {
      const query = new URLSearchParams({ str: text, ...(timezone === undefined ? {} : { timezone }) })
      return fetch(`${server.url}/api/speech/preview?${query.toString()}`, {
        headers: { authorization },
        ...(signal ? { signal } : {}),
      })
    },
    async fetchAudio(address) {
      const response = await fetch(server.url + address, { headers: { authorization } })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, type: response.headers.get('content-type'), bytes }
    },
  }
  return hotel
}
