import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HELP_DIGEST_SECONDS } from '#server/alerts/limit-alerts.ts'
import { runMaintenance } from '#server/maintenance.ts'
import { lockChat } from '#server/store/chats/lock-chat.ts'
import { describeNeedsHelp } from '#server/store/chats/write-chats.ts'
import { ALERTS_PER_HOUR } from '#src/contract/deliveries.ts'
import { startAlertHotel, type AlertHotel } from '#tests/support/alert-hotel.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What is beyond the limit of a recipient, a cause and an hour comes together, and nothing is lost (decision 040). */
let hotel: AlertHotel
beforeAll(async () => {
  hotel = await startAlertHotel()
})
beforeEach(() => {
  hotel.clock.now = null
})
afterEach(async () => {
  await hotel.settle()
  await hotel.removeAlerts()
  await hotel.server.context.store.db.deleteFrom('alertDeliveries').execute()
})
afterAll(() => hotel.stop())

const SECOND_MS = 1_000
const HOUR_SECONDS = 3_600
const NUMBER = '7025550199'
const SMS = { type: 'SMS', sendTo: NUMBER }
const FIRST = { notificationType: 'new_user_started_conversation' }
const AT_ONCE = 25
const DIRECT = ALERTS_PER_HOUR.SMS
const nameChats = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
const readAll = async () => (await hotel.readLog('?limit=200')).deliveries.reverse()
const readDigests = async () => (await readAll()).filter(({ isDigest }) => isDigest)
const lastWords = () => hotel.sms.arrived.at(-1)?.fields['Body']
const limits = () => hotel.server.context.store.db.updateTable('rateLimits')
const writeKey = (type: string, recipient: string) => `alert:${type}:user_needs_help:${recipient}`

/** More at once than there are connections; not all of them, because whoever waits for one gives up in the end. */
async function requestAll(ids: string[]): Promise<void> {
  for (const id of ids) await hotel.addChat(id)
  const left = [...ids]
  const request = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      await hotel.change(id, describeNeedsHelp(id, { pauseBot: true }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, request))
}

/** One after another: each is a guest more. */
async function fill(prefix: string, count: number): Promise<void> {
  for (const id of nameChats(prefix, count)) await hotel.requestHelp(id)
}
async function begin(id: string): Promise<void> {
  await hotel.addChat(id)
  await hotel.write(id, 'hello')
}
async function settleIn(seconds: number): Promise<void> {
  hotel.clock.now = new Date(Date.now() + seconds * SECOND_MS)
  await hotel.settle()
}

describe('help requests', () => {
  it('of a hundred guests at once are ten SMS, and one of the other ninety', async () => {
    await hotel.addAlert(SMS)
    const before = hotel.sms.arrived.length
    await requestAll(nameChats('crowd', 100))
    await hotel.settle()
    const bodies = hotel.sms.arrived.slice(before).map(({ fields }) => fields['Body'] ?? '')
    expect(bodies).toHaveLength(DIRECT)
    expect(bodies.filter((body) => body.endsWith(' More come every 10 min.'))).toHaveLength(1)
    const [digest, ...others] = await readDigests()
    expect(others).toEqual([])
    expect(digest).toMatchObject({ status: 'waiting', attempts: 0, guests: 90, chatId: null, isTest: false })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from chats
      where needs_help and id like 'crowd-%'`.execute(hotel.server.context.store.db)
    expect(rows[0]?.count).toBe(100)
    await settleIn(HELP_DIGEST_SECONDS - 60)
    expect(hotel.sms.arrived).toHaveLength(before + DIRECT)
    await settleIn(HELP_DIGEST_SECONDS)
    expect(hotel.sms.arrived).toHaveLength(before + DIRECT + 1)
    expect(lastWords()).toMatch(
      /^Harbour Light: Guest of crowd-\d+ and 89 more guests ask for help \(since \d\d:\d\d\)\.$/,
    )
    expect(await readDigests()).toMatchObject([
      { status: 'sent', attempts: 1, guests: 90, sendTo: `+1${NUMBER}` },
    ])
  })

  it('that were answered meanwhile are left out, and a digest of none is not sent', async () => {
    await hotel.addAlert(SMS)
    await fill('answered', DIRECT + 3)
    const [taken, resolved] = [`answered-${DIRECT}`, `answered-${DIRECT + 1}`]
    const take = { type: 'chat_changed', patch: { holder: { id: 'admin', name: 'Ada' } } } as const
    await hotel.change(taken, take)
    await hotel.change(resolved, { type: 'chat_changed', patch: { needsHelp: false } })
    expect(await readDigests()).toMatchObject([{ guests: 3 }])
    await settleIn(HELP_DIGEST_SECONDS)
    expect(lastWords()).toContain(`Guest of answered-${DIRECT + 2} asks for help (since `)
    expect(await readDigests()).toMatchObject([{ status: 'sent', guests: 1 }])

    hotel.clock.now = null
    await hotel.requestHelp('answered-last')
    await hotel.change('answered-last', take)
    const before = hotel.sms.arrived.length
    await settleIn(HELP_DIGEST_SECONDS)
    expect(hotel.sms.arrived).toHaveLength(before)
    expect((await readDigests())[1]).toMatchObject({
      status: 'failed',
      attempts: 0,
      guests: 1,
      error: 'not sent: all of its guests were answered before',
    })
  })

  it('of one chat count once in a digest', async () => {
    await hotel.addAlert(SMS)
    await fill('again', DIRECT + 1)
    const id = `again-${DIRECT}`
    await hotel.change(id, { type: 'chat_changed', patch: { needsHelp: false } })
    await hotel.change(id, describeNeedsHelp(id, { pauseBot: true }))
    expect(await readDigests()).toMatchObject([{ guests: 1 }])
  })

  it('that are undone count for nothing', async () => {
    await hotel.addAlert(SMS)
    await fill('counted', DIRECT)
    await hotel.addChat('undone')
    const { store, commitChanges } = hotel.server.context
    const work = store.transact(async (tx) => {
      await lockChat(tx, 'undone')
      await commitChanges(tx, [describeNeedsHelp('undone', { pauseBot: true })])
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await readDigests()).toEqual([])
  })

  it('of many chats in one commit are counted one by one', async () => {
    await hotel.addAlert(SMS)
    const ids = nameChats('together', DIRECT + 5)
    for (const id of ids) await hotel.addChat(id)
    const { store, commitChanges } = hotel.server.context
    await store.transact(async (tx) => {
      for (const id of ids) await lockChat(tx, id)
      const changes = ids.map((id) => describeNeedsHelp(id, { pauseBot: true }))
      await commitChanges(tx, changes)
    })
    const log = await readAll()
    expect(log.filter(({ isDigest }) => !isDigest)).toHaveLength(DIRECT)
    expect(await readDigests()).toMatchObject([{ guests: 5 }])
  })
})

describe('a recipient', () => {
  it('is counted over all alerts that name it, whatever its letter case, and by itself', async () => {
    await hotel.addAlert({ name: 'one', sendTo: 'Desk@Hotel.example' })
    await hotel.addAlert({ name: 'two', sendTo: 'desk@hotel.example, night@hotel.example' })
    await hotel.requestHelp('counted-first')
    const mails = () => hotel.mail.arrived
    await limits()
      .set({ count: ALERTS_PER_HOUR.email - 2 })
      .where('key', '=', writeKey('email', 'desk@hotel.example'))
      .execute()
    await hotel.settle()
    const before = mails().length
    await hotel.requestHelp('counted-last')
    await hotel.settle()
    const arrived = mails().slice(before)
    expect(arrived.map(({ to }) => to).sort()).toEqual([
      ['Desk@hotel.example'],
      ['desk@hotel.example'],
      ['night@hotel.example'],
    ])
    const last = arrived.filter(({ text }) =>
      text.includes('More within the hour come together, every 10 minutes.'),
    )
    expect(last.map(({ to }) => to)).toEqual([['desk@hotel.example']])

    await hotel.requestHelp('counted-beyond')
    await hotel.settle()
    expect(mails().at(-1)?.to).toEqual(['night@hotel.example'])
    expect(await readDigests()).toMatchObject([
      { alertName: 'one', sendTo: 'Desk@Hotel.example', guests: 1, status: 'waiting' },
    ])
    await settleIn(HELP_DIGEST_SECONDS)
    expect(mails().at(-1)?.subject).toBe('Harbour Light: Guest of counted-beyond asks for help')
    expect(mails()).toHaveLength(before + 5)
  })

  it('has a limit for each cause, and tests do not count', async () => {
    const id = await hotel.addAlert(SMS)
    await hotel.addAlert({ ...SMS, ...FIRST })
    await fill('cause', DIRECT + 1)
    await begin('other-cause')
    expect((await hotel.readOf('other-cause')).map(({ isDigest }) => isDigest)).toEqual([false])
    const { status } = await hotel.admin.call(`/api/admin/alerts/${id}/test`, { method: 'POST' })
    expect(status).toBe(202)
    await hotel.settle()
    expect((await readAll()).at(-1)).toMatchObject({
      isTest: true,
      isDigest: false,
      guests: 1,
      status: 'sent',
    })
  })

  it('begins anew when its hour is over', async () => {
    await hotel.addAlert(SMS)
    await fill('hour', DIRECT + 1)
    await limits()
      .set({ windowStart: sql<Date>`window_start - interval '1 hour'` })
      .where('key', '=', writeKey('SMS', `+1${NUMBER}`))
      .execute()
    await hotel.requestHelp('next-hour')
    await hotel.settle()
    expect(await hotel.readOf('next-hour')).toMatchObject([{ status: 'sent', isDigest: false }])
    expect(lastWords()).not.toContain('More')
    await runMaintenance(hotel.server.context.store)
    expect(await readDigests()).toMatchObject([{ status: 'waiting', guests: 1 }])
  })
})

describe('first messages', () => {
  it('above the limit come together at the end of the hour, also those of its first second', async () => {
    await hotel.addAlert({ ...SMS, ...FIRST })
    const before = hotel.sms.arrived.length
    for (const id of nameChats('arriving', DIRECT + 4)) await begin(id)
    await hotel.settle()
    expect(hotel.sms.arrived).toHaveLength(before + DIRECT)
    await settleIn(HOUR_SECONDS - 60)
    expect(hotel.sms.arrived).toHaveLength(before + DIRECT)
    // Somebody who has answered since is named as well: that a conversation was begun stays true.
    await settleIn(HOUR_SECONDS + 300)
    expect(lastWords()).toMatch(
      new RegExp(`Guest of arriving-${DIRECT} and 3 more guests have started a conversation \\(since `),
    )
    expect(await readDigests()).toMatchObject([{ status: 'sent', guests: 4 }])
  })
})

describe('a digest', () => {
  it('that is being sent takes no further chat: that opens the next one', async () => {
    await hotel.addAlert(SMS)
    await fill('closed', DIRECT + 1)
    await hotel.settle()
    let letGo: () => void = () => undefined
    hotel.sms.answerNext({ status: 201, hold: new Promise((resolve) => (letGo = resolve)) })
    const before = hotel.sms.arrived.length
    hotel.clock.now = new Date(Date.now() + HELP_DIGEST_SECONDS * SECOND_MS)
    await waitFor('the digest to be on its way', async () => {
      await hotel.server.context.alerts.runner.wake()
      return hotel.sms.arrived.length === before + 1
    })
    await hotel.requestHelp('opens-the-next')
    letGo()
    hotel.clock.now = null
    await hotel.settle()
    expect(await readDigests()).toMatchObject([
      { status: 'sent', guests: 1 },
      { status: 'waiting', guests: 1 },
    ])
  })

  it('that could not be sent is tried again beside the next one, until an hour after it was due', async () => {
    await hotel.addAlert(SMS)
    await fill('outage', DIRECT + 2)
    await hotel.settle()
    const outage = { status: 503 }
    hotel.sms.answerNext(outage)
    await settleIn(HELP_DIGEST_SECONDS)
    expect(await readDigests()).toMatchObject([{ status: 'waiting', attempts: 1, guests: 2 }])
    await hotel.requestHelp('after-the-outage')
    expect(await readDigests()).toMatchObject([{ attempts: 1 }, { attempts: 0, status: 'waiting' }])
    await settleIn(HELP_DIGEST_SECONDS + HOUR_SECONDS - 60)
    expect((await readDigests()).map(({ status }) => status)).toEqual(['sent', 'sent'])

    hotel.clock.now = null
    await hotel.requestHelp('far-too-late')
    await settleIn(HELP_DIGEST_SECONDS + HOUR_SECONDS + 60)
    expect((await readDigests())[2]).toMatchObject({
      status: 'failed',
      error: 'not sent: it could not be sent in time',
    })
  })
})
