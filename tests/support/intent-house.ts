import * as v from 'valibot'
import { integrationsSchema } from '#src/contract/integrations.ts'
import { intentsSchema, type Intent } from '#src/contract/intents.ts'
import type { Hotel } from './hotel.ts'
import { callJson } from './http-json.ts'

/** What somebody else does to the intents meanwhile, and what the environment has of them. */
export interface IntentHouse {
  find(name: string): Promise<Intent | undefined>
  add(name: string): Promise<void>
  /** Another response for one that is there. */
  say(name: string, response: string): Promise<void>
  /** Switches all ticketing systems outside of the house on or off. */
  switchTicketing(isActive: boolean): Promise<void>
}

export async function openIntentHouse(hotel: Hotel): Promise<IntentHouse> {
  const { token } = await hotel.signInStaff('admin')
  const intents = `${hotel.server.url}/api/luis/intents/`
  const integrations = `${hotel.server.url}/api/admin/integration/`
  const find = async (name: string) =>
    (await callJson(intentsSchema, intents, { token })).find((intent) => intent.name === name)
  const send = (method: 'POST' | 'PUT', url: string, json: object) =>
    callJson(v.unknown(), url, { token, method, json })
  return {
    find,
    add: async (name) => void (await send('POST', intents, { name })),
    async say(name, response) {
      const intent = await find(name)
      const config = { ...intent?.dialog?.config, response, intent: name, intentId: intent?.id }
      await send('POST', `${hotel.server.url}/api/luis/dialog/`, { type: 'luisIntent', config })
    },
    async switchTicketing(isActive) {
      const rows = await callJson(integrationsSchema, integrations, { token })
      for (const { id, category } of rows)
        if (category === 'TICKET') await send('PUT', `${integrations}${id}`, { isActive })
    },
  }
}
