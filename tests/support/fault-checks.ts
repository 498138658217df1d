import { expect } from 'vitest'
import * as v from 'valibot'
import { deliveriesPageSchema } from '#src/contract/deliveries.ts'
import { messageListSchema, type Message } from '#src/contract/chats.ts'
import { readField } from './api-client.ts'
import { DESK_NUMBER, HELP, readRun, TOSSED, type FaultHotel } from './fault-hotel.ts'
import { waitFor } from './wait-for.ts'

/** What one process has on the wire to a provider at once: of these nobody knows what became where it dies. */
const ON_THE_WIRE = { messages: 8, pushes: 8, alerts: 4 }
const SETTLE_MS = 120_000

/** Figures of a run, for who reads what it did. */
export interface FaultFigures {
  acknowledged: number
  repeats: number
  helped: number
  campaign: number
  doubtful: number
  pushesTwice: number
  alertsTwice: number
}

/**
 * Checks all of it once the load is over and everything runs again (E2 to E4): what was acknowledged is there, once and in
 * order; jobs were done once; what a provider was to have went out once, but for what was on the wire when one of `deaths`
 * processes died: a campaign's message is not sent again then and named as doubtful, a push or an alert is sent again
 * (decisions 015, 021 and 044).
 */
export async function checkFaultHotel(hotel: FaultHotel, deaths: number): Promise<FaultFigures> {
  const { load } = hotel
  expect(load.problems).toEqual([])
  const acknowledged = await checkMessages(hotel)
  await checkToss(hotel)
  await checkHelp(hotel)
  return {
    acknowledged,
    repeats: load.repeats,
    helped: load.helped.length,
    ...(await checkCampaign(hotel, deaths)),
    pushesTwice: await checkPushes(hotel, deaths),
    alertsTwice: await checkAlerts(hotel, deaths),
  }
}

async function readMessages({ admin }: FaultHotel, chatId: string): Promise<Message[]> {
  const [thread, chat] = [
    await admin.call(`/api/info/chats/${chatId}/messages`),
    await admin.call(`/api/info/chats/${chatId}`),
  ]
  const messages = v.parse(messageListSchema(chatId), thread.body)
  expect([chatId, readField(chat.body, 'messagesCount')]).toEqual([chatId, messages.length])
  const times = messages.map(({ createdAt }) => createdAt)
  expect(times).toEqual([...new Set(times)].sort())
  return messages
}

async function checkMessages(hotel: FaultHotel): Promise<number> {
  let count = 0
  for (const { chatId, writer, texts } of hotel.load.acknowledged) {
    const there = (await readMessages(hotel, chatId)).map(({ text }) => text)
    expect(there.filter((text) => text.startsWith(`${writer} `))).toEqual(texts)
    expect([writer, texts.length]).not.toEqual([writer, 0])
    count += texts.length
  }
  return count
}

async function checkToss(hotel: FaultHotel): Promise<void> {
  const { body } = await hotel.admin.call(`/api/info/chats/${TOSSED}`)
  const isHeld = readField(readField(body, 'user'), 'name') === 'Maria'
  expect(isHeld).toBe(hotel.load.lastToss === 'pause')
}

/** Each of them was answered once, and the bot stepped back once: all threads are the same. */
async function checkHelp(hotel: FaultHotel): Promise<void> {
  const readShape = async (chatId: string) =>
    (await readMessages(hotel, chatId)).map(({ text, type, sentByGuest }) => [type, sentByGuest, text].join())
  const threads = new Set<string>()
  for (const chatId of hotel.load.helped) {
    const shape = await waitFor(
      'the bot to have stepped back',
      async () => {
        const lines = await readShape(chatId)
        return lines.some((line) => line.startsWith('event')) ? lines : null
      },
      SETTLE_MS,
    )
    expect(shape.filter((line) => line === `text,true,${HELP}`)).toHaveLength(1)
    threads.add(shape.join('\n'))
  }
  // Compared as a whole, so that a failure says what is there.
  expect([...threads]).toEqual([...threads].slice(0, 1))
}

async function checkCampaign(hotel: FaultHotel, deaths: number) {
  const run = await waitFor(
    'the campaign to have ended',
    async () => {
      const now = await readRun(hotel)
      return now.state === 'done' && now.waiting === 0 ? now : null
    },
    SETTLE_MS,
  )
  const numbers = hotel.sms.arrived.flatMap(({ fields }) =>
    fields['To'] === DESK_NUMBER ? [] : fields['To'],
  )
  expect(numbers).toHaveLength(new Set(numbers).size)
  expect([run.failed, run.sent + run.doubtful.length]).toEqual([0, run.planned])
  expect(numbers.length).toBeGreaterThanOrEqual(run.sent)
  expect(run.doubtful.length).toBeLessThanOrEqual(deaths * ON_THE_WIRE.messages)
  return { campaign: run.planned, doubtful: run.doubtful.length }
}

/** Gives how many came twice. */
async function checkPushes({ load, device, push }: FaultHotel, deaths: number): Promise<number> {
  const listFirst = () =>
    device.arrived.flatMap(({ payload }) =>
      payload.kind === 'needs_help' && payload.stage === 0 ? payload.chatId : [],
    )
  await waitFor(
    'every help request to be pushed',
    () => {
      const pushed = new Set(listFirst())
      return load.helped.every((chatId) => pushed.has(chatId))
    },
    SETTLE_MS,
  )
  expect(push.complaints).toEqual([])
  return countTwice(listFirst(), deaths * ON_THE_WIRE.pushes)
}

/** Gives how many texts came twice. Of the log's rows each is one alert, or one that names all who came too soon after. */
async function checkAlerts({ load, admin, sms }: FaultHotel, deaths: number): Promise<number> {
  const rows = await waitFor(
    'alerts to be sent, or to wait for their digest',
    async () => {
      const { body } = await admin.call('/api/admin/deliveries?limit=200')
      const { deliveries } = v.parse(deliveriesPageSchema, body)
      const isSettled = deliveries.every(({ status, isDigest }) => status === 'sent' || isDigest)
      return isSettled ? deliveries : null
    },
    SETTLE_MS,
  )
  const named = rows.reduce((sum, { guests }) => sum + (guests ?? 1), 0)
  expect(named).toBe(load.helped.length)
  const texts = sms.arrived.flatMap(({ fields }) =>
    fields['To'] === DESK_NUMBER ? (fields['Body'] ?? '') : [],
  )
  return countTwice(texts, deaths * ON_THE_WIRE.alerts)
}

function countTwice(all: string[], most: number): number {
  const twice = all.length - new Set(all).size
  expect(twice).toBeLessThanOrEqual(most)
  return twice
}
