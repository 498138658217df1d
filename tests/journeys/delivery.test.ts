import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { startSmsEndpoint, type SmsEndpoint } from '#tests/support/sms-endpoint.ts'
import type { Staff } from '#tests/support/staff.ts'
import { takeOpenChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const TOKEN = 'a secret of Twilio and the hotel'
/** What Twilio signs; a demonstration is open to this machine alone. */
const PUBLIC_URL = 'http://localhost'
const HOTEL_NUMBER = '+17025550100'
const GUEST = '+14155550177'
const ANSWER = 'Yes, on the roof'
const LOST = 'Breakfast is from seven'
const FAILURE = 'Not delivered: the number does not exist or is out of service'

let sms: SmsEndpoint
beforeAll(async () => {
  sms = await startSmsEndpoint()
})
afterAll(() => sms.stop())

journeyAlone(
  'what becomes of an answer by SMS is seen beside it, and one that was not delivered is taken up again',
  async (hotel) => {
    const staff = await hotel.signInStaff('agent')
    const agent = await (await hotel.openDesk()).openTab()
    await agent.signIn('agent')
    const chatId = await receiveFirst(hotel, staff)
    await agent.chooseChat(chatId)
    await takeOpenChat(agent, chatId)
    await countParts(agent)
    await seeDelivered(hotel, agent, staff, chatId)
    await seeFailed(hotel, agent, staff, chatId)
    await takeUpAgain(agent)
    await postTwilio(hotel, { MessageSid: 'SMstop', From: GUEST, To: HOTEL_NUMBER, Body: 'STOP' })
    await agent.page.getByText('Wants no campaigns by SMS', { exact: true }).waitFor()
  },
  {
    readSettings: () => ({
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: HOTEL_NUMBER,
      TWILIO_API_URL: sms.url,
      PUBLIC_URL,
    }),
  },
)

/** A guest of whom nobody knows anything writes; the bot has answered them. */
async function receiveFirst(hotel: Hotel, staff: Staff): Promise<string> {
  const fields = { MessageSid: 'SMin1', From: GUEST, To: HOTEL_NUMBER, Body: 'Is there a pool?' }
  await postTwilio(hotel, fields)
  const chat = (await staff.readChats()).find(({ displayName }) => displayName === GUEST)
  if (!chat) throw new Error('The SMS has opened no chat.')
  await waitFor('the bot’s answer to be sent', async () =>
    (await staff.readMessages(chat.id)).some(({ delivery }) => delivery?.status === 'sent'),
  )
  return chat.id
}

async function countParts(agent: ConsolePage): Promise<void> {
  const parts = agent.page.getByText(/^\d parts$/)
  await agent.composer.fill('a'.repeat(160))
  expect(await parts.count()).toBe(0)
  await agent.composer.press('End')
  await agent.composer.press('a')
  await parts.filter({ hasText: '2 parts' }).waitFor()
  await agent.composer.fill('')
  await parts.waitFor({ state: 'detached' })
}

async function seeDelivered(hotel: Hotel, agent: ConsolePage, staff: Staff, chatId: string): Promise<void> {
  const id = await answer(agent, staff, { chatId, text: ANSWER, sid: 'SMout1' })
  await tell(hotel, id, { MessageSid: 'SMout1', MessageStatus: 'delivered' })
  await agent.waitForMessage(ANSWER, 'Delivered')
}

async function seeFailed(hotel: Hotel, agent: ConsolePage, staff: Staff, chatId: string): Promise<void> {
  const id = await answer(agent, staff, { chatId, text: LOST, sid: 'SMout2' })
  // The environment may tell of the message before it answers the call: the row still counts it as unsent then.
  const row = agent.chatLink(chatId).first().filter({ hasText: '4 messages', hasNotText: 'unsent' })
  await row.filter({ hasText: LOST }).waitFor()
  const before = await row.innerText()
  await tell(hotel, id, { MessageSid: 'SMout2', MessageStatus: 'undelivered', ErrorCode: '30005' })
  await agent.waitForMessage(LOST, FAILURE)
  await agent.page
    .getByRole('status')
    .filter({ hasText: `Your message “${LOST}” was not delivered` })
    .waitFor()
  expect(await agent.message(LOST).getByText('Sent', { exact: true }).count()).toBe(0)
  expect(await row.innerText()).toBe(before)
  expect(await agent.message(ANSWER).getByRole('button', { name: 'Send again' }).count()).toBe(0)
}

/** It goes into the box, behind what is typed, and nowhere else before the agent sends it. */
async function takeUpAgain(agent: ConsolePage): Promise<void> {
  const sent = sms.arrived.length
  const again = agent.message(LOST).getByRole('button', { name: 'Send again', exact: true })
  await agent.composer.fill('Once more:')
  await again.click()
  await agent.waitForDraft(`Once more:\n${LOST}`)
  await waitFor('the box to have the focus', () =>
    agent.composer.evaluate((box) => box === document.activeElement),
  )
  await agent.composer.fill('')
  await again.click()
  await agent.waitForDraft(LOST)
  expect(sms.arrived).toHaveLength(sent)
  sms.answerNext({ status: 201, json: { sid: 'SMout3' } })
  await agent.composer.press('Enter')
  await agent.waitForMessage(LOST, 'Sent')
  await waitFor('it to be sent once more', () => sms.arrived.length === sent + 1)
  expect(await agent.thread.getByText(FAILURE, { exact: true }).count()).toBe(1)
}

/** The agent writes, and Twilio has taken it; gives the message's id. */
async function answer(
  agent: ConsolePage,
  staff: Staff,
  { chatId, text, sid }: { chatId: string; text: string; sid: string },
): Promise<string> {
  sms.answerNext({ status: 201, json: { sid } })
  await agent.write(text)
  const id = await waitFor('the message to be sent', async () => {
    const messages = await staff.readMessages(chatId)
    return messages.find((message) => message.text === text && message.delivery?.status === 'sent')?.id
  })
  await agent.waitForMessage(text, 'Sent')
  return id
}

function tell(hotel: Hotel, messageId: string, fields: Record<string, string>): Promise<void> {
  return postTwilio(hotel, { To: GUEST, ...fields }, `?message=${messageId}`)
}

async function postTwilio(hotel: Hotel, fields: Record<string, string>, query = ''): Promise<void> {
  const path = `/api/channels/twilio${query}`
  const { status } = await fetch(hotel.server.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-twilio-signature': getExpectedTwilioSignature(TOKEN, PUBLIC_URL + path, fields) },
  })
  expect(status).toBe(200)
}
