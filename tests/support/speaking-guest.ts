import * as v from 'valibot'
import { guestSessionSchema } from '#src/contract/guest-side.ts'
import { createClient, makeKey, type Answer, type Client } from './api-client.ts'
import type { TestServer } from './test-server.ts'

/** A guest of a test server, with answers of any status. */
export interface SpeakingGuest {
  client: Client
  token: string
  chatId: string
  guestId: string
  say(text: string, key?: string): Promise<Answer>
}

/** Opens a guest session; throws where that fails. */
export async function openSpeakingGuest(server: TestServer, json: object = {}): Promise<SpeakingGuest> {
  const { body } = await createClient(server).call('/api/guest/session', { method: 'POST', json })
  const session = v.parse(guestSessionSchema, body)
  const client = createClient(server, session.token)
  return {
    ...session,
    client,
    say: (text, key = makeKey()) =>
      client.call('/api/guest/messages', { method: 'POST', json: { text }, key }),
  }
}
