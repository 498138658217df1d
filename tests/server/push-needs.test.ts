import { afterAll, beforeAll, expect, it } from 'vitest'
import { PUSH_NEEDS_MAX } from '#src/contract/push.ts'
import { readField } from '#tests/support/api-client.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let hotel: PushHotel
beforeAll(async () => {
  hotel = await startPushHotel()
})
afterAll(() => hotel.stop())

it('a push says which chats need its user, so that a device that slept knows which of its alerts are over', async () => {
  const { client, device } = await hotel.openDevice('agent')
  const call = (path: string, json?: object) =>
    client.call(`/api/takeover/${path}`, json ? { method: 'POST', json } : {})
  for (const id of ['unanswered', 'answered', 'elsewhere']) {
    await hotel.addChat(id)
    await hotel.write(id, 'Hello')
    await call(`pause/${id}`)
  }
  await call('send/answered', { text: 'Here I am' })
  await call('pass/elsewhere', { userId: 'user-maria' })
  await hotel.requestHelp('asking')
  await waitFor('the help request', () => device.kinds().includes('needs_help'))
  const payload = device.arrived[0]?.payload
  const needs = payload?.needs
  expect([...(needs?.chatIds ?? [])].sort()).toEqual(['asking', 'unanswered'])
  expect(needs?.rev).toBe(readField(payload, 'rev'))

  // With more of them than a push carries it says nothing of them.
  for (let count = 0; count < PUSH_NEEDS_MAX; count += 1) {
    await hotel.addChat(`crowd-${count}`)
    await hotel.change(`crowd-${count}`, { type: 'needs_help', patch: { needsHelp: true } })
  }
  await hotel.settle()
  await hotel.write('unanswered', 'Hello?')
  const last = await waitFor(
    'the message',
    () => device.arrived.find((push) => push.payload.kind === 'new_message')?.payload,
  )
  expect(last).not.toHaveProperty('needs')
})
