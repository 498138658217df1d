import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advance } from '#server/channels/receipts.ts'
import { readOptOut } from '#server/channels/opt-out.ts'
import { MAX_UPLOAD_BYTES } from '#src/contract/limits.ts'
import { makeKey, signIn } from '#tests/support/api-client.ts'
import { HOTEL_NUMBER, startChannelHotel, type ChannelHotel } from '#tests/support/channel-hotel.ts'
import { makePhoto, tellsSecret } from '#tests/support/picture-bytes.ts'
import { fetchFile, readBytes } from '#tests/support/upload.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What comes in by SMS and Facebook, and what providers say of what went out. */
let hotel: ChannelHotel
beforeAll(async () => {
  hotel = await startChannelHotel()
})
afterAll(() => hotel.stop())

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')
let lastSid = 0
function receive(From: string, Body: string, fields: Record<string, string> = {}) {
  lastSid += 1
  return hotel.postTwilio({ MessageSid: `SMr${lastSid}`, From, To: HOTEL_NUMBER, Body, ...fields })
}
const readJobs = async (chatId: string) =>
  (await hotel.server.context.store.db.selectFrom('jobs').select('lane').execute()).filter(
    ({ lane }) => lane === chatId,
  )
const findContact = (address: string) =>
  hotel.server.context.store.db
    .selectFrom('guestContacts')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirstOrThrow()

async function sendTo(chatId: string, number: string): Promise<string> {
  await hotel.addChat(chatId, 'sms', number)
  const id = await hotel.say(chatId, 'hello')
  await waitFor('it to be sent', async () => (await hotel.readDelivery(id))?.status === 'sent')
  return id
}
const tell = (id: string, sid: string, status: string, fields: Record<string, string> = {}) =>
  hotel.postTwilio(
    { MessageSid: sid, MessageStatus: status, To: '+1', ...fields },
    { query: `?message=${id}` },
  )

describe('a message of which nobody would see anything', () => {
  it('by SMS opens no chat and calls nobody, and the provider is told that it came', async () => {
    expect((await receive('+17025550290', '\u200b\u2800')).status).toBe(200)
    await receive('+17025550291', 'Hello')
    await waitFor('the next guest', () => findContact('+17025550291').then(({ chatId }) => chatId !== null))
    await expect(findContact('+17025550290')).rejects.toThrow('no result')
  })
})

describe('a receipt', () => {
  it('says that a message was delivered, and a later "sent" does not take that back', async () => {
    const id = await sendTo('receipt', '+17025550201')
    for (const status of ['delivered', 'sent', 'delivered', 'failed']) {
      expect((await tell(id, 'SMa', status)).status).toBe(200)
      expect((await hotel.readMessage(id))?.delivery?.status).toBe('delivered')
    }
    const changes = await hotel.server.context.store.db
      .selectFrom('changes')
      .select('seq')
      .where('messageId', '=', id)
      .execute()
    // Written, sent, delivered: what is told again is no change.
    expect(changes).toHaveLength(3)
  })

  it('says why it failed, in words, and nothing comes after it', async () => {
    const id = await sendTo('receipt-failed', '+17025550202')
    await tell(id, 'SMb', 'undelivered', { ErrorCode: '30005' })
    expect((await hotel.readMessage(id))?.delivery).toMatchObject({
      status: 'failed',
      reason: 'the number does not exist or is out of service',
    })
    await tell(id, 'SMb', 'sent')
    expect((await hotel.readMessage(id))?.delivery?.status).toBe('failed')
  })

  it('that comes before the answer of its own call counts, and the answer changes nothing', async () => {
    await hotel.addChat('early', 'sms', '+17025550203')
    let release = (): void => undefined
    const hold = new Promise<void>((end) => (release = end))
    hotel.sms.answerNext({ status: 201, json: { sid: 'SMc' }, hold })
    const id = await hotel.say('early', 'hello')
    await waitFor('the call', () => hotel.sms.arrived.some(({ fields }) => fields['To'] === '+17025550203'))
    expect((await tell(id, 'SMc', 'delivered')).status).toBe(200)
    release()
    await hotel.settle()
    expect(await hotel.readDelivery(id)).toMatchObject({ status: 'delivered', providerId: 'SMc' })
    expect((await hotel.readMessage(id))?.delivery?.status).toBe('delivered')
  })

  it('is a change of the message for consoles, and not of its chat’s place in the list', async () => {
    const id = await sendTo('quiet-receipt', '+17025550204')
    const before = await hotel.server.context.store.db
      .selectFrom('chats')
      .select(['updatedAt', 'rev'])
      .where('id', '=', 'quiet-receipt')
      .executeTakeFirstOrThrow()
    await tell(id, 'SMd', 'delivered')
    const after = await hotel.server.context.store.db
      .selectFrom('chats')
      .select(['updatedAt', 'rev'])
      .where('id', '=', 'quiet-receipt')
      .executeTakeFirstOrThrow()
    expect(after.updatedAt).toEqual(before.updatedAt)
    expect(after.rev).toBeGreaterThan(before.rev)
  })

  it.each([
    ['waiting', 'sent', 'sent'],
    ['doubt', 'sent', 'sent'],
    ['sent', 'sent', null],
    ['failed', 'sent', null],
    ['delivered', 'sent', null],
    ['failed', 'delivered', 'delivered'],
    ['sent', 'failed', 'failed'],
    ['delivered', 'failed', null],
  ] as const)('makes of a message that is %s, told %s: %s', (status, told, next) => {
    expect(advance(status, told)).toBe(next)
  })
})

describe('STOP and START', () => {
  it('mark the number, are written in the thread for staff, and the bot says nothing', async () => {
    const number = '+17025550210'
    await receive(number, 'hello')
    const { chatId } = await findContact(number)
    const chat = String(chatId)
    await waitFor('the bot to have answered', async () => (await readJobs(chat)).length === 0)
    const before = (await hotel.readMessages(chat)).length
    await receive(number, ' stop\n')
    expect((await findContact(number)).stoppedAt).not.toBeNull()
    expect(await readJobs(chat)).toEqual([])
    const thread = (await hotel.readMessages(chat)).slice(before)
    expect(thread.map(({ text, type, sentByGuest }) => [text, type, sentByGuest])).toEqual([
      [' stop\n', 'text', true],
      ['The guest has asked for no more campaigns by SMS (STOP)', 'event', false],
    ])
    await receive(number, 'yes')
    expect((await findContact(number)).stoppedAt).not.toBeNull()
    await receive(number, 'Start')
    expect((await findContact(number)).stoppedAt).toBeNull()
    expect((await hotel.readMessages(chat)).at(-1)?.text).toBe(
      'The guest takes campaigns by SMS again (START)',
    )
  })

  it.each([
    ['STOP', 'stop'],
    ['stopall', 'stop'],
    ['Unsubscribe', 'stop'],
    ['cancel', 'stop'],
    ['END', 'stop'],
    ['quit ', 'stop'],
    ['unstop', 'start'],
    ['YES', null],
    ['please stop', null],
    ['stop it', null],
    ['STOP.', null],
    ['', null],
  ])('%j means %s', (text, meaning) => {
    expect(readOptOut(text)).toBe(meaning)
  })
})

describe('a number that two guests share', () => {
  it('is the chat’s that was written in last, and STOP is meant by both', async () => {
    const number = '+17025550220'
    await hotel.addChat('his', 'sms', number)
    await hotel.addChat('hers', 'sms', number)
    await receive(number, 'to hers')
    expect((await hotel.readMessages('hers')).at(-1)?.text).toBe('to hers')
    await hotel.write('his', 'something')
    await receive(number, 'to his')
    expect((await hotel.readMessages('his')).at(-1)?.text).toBe('to his')
    await receive(number, 'STOP')
    for (const chatId of ['his', 'hers']) {
      expect((await hotel.readMessages(chatId)).at(-1)?.text).toContain('no more campaigns')
    }
  })
})

describe('files of guests', () => {
  it('are taken by their content within the limits, with the account’s sign-in and from Twilio alone', async () => {
    const number = '+17025550230'
    hotel.sms.files.set('/Media/ME1', PNG).set('/Media/ME2', Buffer.from('<html>'))
    await receive(number, 'look', {
      NumMedia: '3',
      MediaUrl0: `${hotel.sms.url}/Media/ME1`,
      MediaUrl1: `${hotel.sms.url}/Media/ME2`,
      MediaUrl2: 'http://127.0.0.1:1/elsewhere',
    })
    const call = hotel.sms.arrived.find(({ path }) => path === 'GET /Media/ME1')
    expect(call?.authorization).toMatch(/^Basic /)
    const { chatId } = await findContact(number)
    const thread = await hotel.readMessages(String(chatId))
    const said = thread.find(({ sentByGuest }) => sentByGuest)
    expect(said).toMatchObject({
      text: 'look',
      attachments: [{ contentType: 'image/png', name: 'picture.png', size: PNG.length }],
    })
    const problems = thread.filter(({ type }) => type === 'event').map(({ text }) => text)
    expect(problems.join('\n')).toContain('neither a PNG, GIF or JPEG image nor a PDF')
    expect(problems.join('\n')).toContain('not where Twilio keeps files')
    const file = await hotel.agent.call(said?.attachments[0]?.contentUrl ?? '')
    expect(file.status).toBe(200)
  })

  it('tell nothing of where a picture was made', async () => {
    const number = '+17025550239'
    hotel.sms.files.set('/Media/ME9', Buffer.from(makePhoto(6)))
    await receive(number, 'look', { NumMedia: '1', MediaUrl0: `${hotel.sms.url}/Media/ME9` })
    const { chatId } = await findContact(number)
    const [said] = (await hotel.readMessages(String(chatId))).filter(({ sentByGuest }) => sentByGuest)
    const [file] = said?.attachments ?? []
    const answer = await fetchFile(hotel.server, file?.contentUrl ?? '', hotel.agent)
    const bytes = await readBytes(answer)
    expect([file?.contentType, file?.size]).toEqual(['image/jpeg', bytes.length])
    expect(tellsSecret(bytes)).toBe(false)
  })

  it('that are too large, or all there is, leave a line for staff', async () => {
    const number = '+17025550231'
    hotel.sms.files.set('/Media/ME3', Buffer.concat([PNG, Buffer.alloc(MAX_UPLOAD_BYTES)]))
    await receive(number, '', { NumMedia: '1', MediaUrl0: `${hotel.sms.url}/Media/ME3` })
    const { chatId } = await findContact(number)
    const thread = await hotel.readMessages(String(chatId))
    expect(thread.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        '[a file that can’t be shown here]',
        'The guest sent a file that is not shown here: it is larger than 10 MB',
      ]),
    )
  })

  it('come from Facebook too', async () => {
    hotel.facebook.files.set('photo', PNG)
    const attachments = [
      { type: 'image', payload: { url: `${hotel.facebook.url}/files/photo` } },
      { type: 'image', payload: { url: 'http://127.0.0.1:1/secret' } },
      { type: 'location', payload: { coordinates: {} } },
    ]
    const event = {
      sender: { id: 'psid-200' },
      timestamp: Date.now(),
      message: { mid: 'mid.photo', attachments },
    }
    await hotel.postFacebook({ object: 'page', entry: [{ messaging: [event] }] })
    const { chatId } = await findContact('psid-200')
    const thread = await hotel.readMessages(String(chatId))
    expect(thread.filter(({ sentByGuest }) => sentByGuest)).toMatchObject([
      { text: '', attachments: [{ contentType: 'image/png' }] },
    ])
    expect(thread.filter(({ text }) => text.includes('only Facebook shows'))).toHaveLength(2)
  })
})

describe('a guest', () => {
  it('who is blocked is not heard, but may still say STOP', async () => {
    const number = '+17025550240'
    await receive(number, 'hello')
    const { chatId, guestId } = await findContact(number)
    const chat = String(chatId)
    await waitFor('the bot to have answered', async () => (await readJobs(chat)).length === 0)
    const operator = await signIn(hotel.server, 'operator')
    const block = { method: 'POST', json: {}, key: makeKey() }
    expect((await operator.call(`/api/guests/${guestId}/block`, block)).status).toBe(200)
    const before = await hotel.readMessages(chat)
    expect((await receive(number, 'rude words')).status).toBe(200)
    expect(await hotel.readMessages(chat)).toEqual(before)
    await receive(number, 'stop')
    expect((await findContact(number)).stoppedAt).not.toBeNull()
  })

  it('is answered by the bot, and that goes out to them', async () => {
    const number = '+17025550241'
    await receive(number, 'something that nobody has taught the bot')
    await waitFor('the bot’s answer', () =>
      hotel.sms.arrived.some(({ fields }) => fields['To'] === number && fields['Body'] !== undefined),
    )
  })

  it('whose data are removed is not known by their number any more', async () => {
    const number = '+17025550242'
    await receive(number, 'hello')
    const { guestId } = await findContact(number)
    const admin = await signIn(hotel.server, 'admin')
    const exported = await admin.call(`/api/guests/${guestId}/export`)
    expect(JSON.stringify(exported.body)).toContain(number)
    const removed = await admin.call(`/api/guests/${guestId}`, { method: 'DELETE', key: makeKey() })
    expect(removed.status).toBeLessThan(300)
    await expect(findContact(number)).rejects.toThrow()
  })
})
