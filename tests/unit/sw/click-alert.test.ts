import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readOperations } from '#src/db/outbox/operations.ts'
import { storeAlertsOwner } from '#src/db/session/alerts.ts'
import { endSession } from '#src/db/session/sessions.ts'
import { handleAlertClick } from '#sw/alerts/click-alert.ts'
import { showAlert } from '#sw/alerts/show-alert.ts'
import { addWindow, makeAlertDevice, requestHelp, type AlertDevice } from '#tests/support/alert-device.ts'
import { readField, signIn, type Client } from '#tests/support/api-client.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { openDevice, type LocalDevice } from '#tests/support/local.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

/** Shows a help request of the chat and clicks on it, or on one of its buttons. */
async function click(device: LocalDevice, alerts: AlertDevice, action: string, chatId = 'chat-1') {
  const tag = `chat:${chatId}`
  await showAlert(alerts.context, JSON.stringify(requestHelp(device, { chatId, tag })))
  const alert = alerts.shown.get(tag)
  if (!alert) throw new Error('nothing is shown')
  await handleAlertClick(alerts.context, alert, action)
}

describe('a click on an alert (W3)', () => {
  let device: LocalDevice
  let alerts: AlertDevice
  beforeEach(async () => {
    device = await openDevice()
    alerts = await makeAlertDevice(device)
  })

  it.each(['', 'open'])('with the action "%s" opens its chat, and it goes', async (action) => {
    await click(device, alerts, action)
    expect(alerts.opened).toEqual(['open /messenger/chat-1'])
    expect(alerts.shown.size).toBe(0)
  })

  it('focuses the window that shows the chat already', async () => {
    addWindow(alerts, '/unsent', { focused: true, visibilityState: 'visible' })
    addWindow(alerts, '/messenger/chat-1')
    await click(device, alerts, '')
    expect(alerts.opened).toEqual(['focus /messenger/chat-1'])
  })

  it('takes the window in front to the chat', async () => {
    addWindow(alerts, '/messenger')
    addWindow(alerts, '/unsent', { visibilityState: 'visible' })
    await click(device, alerts, '')
    expect(alerts.opened).toEqual(['focus /unsent', 'move /unsent to /messenger/chat-1'])
  })

  it('has the best window of its user go there by itself, whatever others there are', async () => {
    const person = { origin: device.session.origin, userId: device.session.user.id }
    addWindow(alerts, '/guest', { focused: true, visibilityState: 'visible' })
    addWindow(alerts, '/reports', { focused: true, visibilityState: 'visible' })
    addWindow(alerts, '/unsent', {
      visibilityState: 'visible',
      person: { ...person, origin: 'https://other.example' },
    })
    addWindow(alerts, '/messenger', { person })
    addWindow(alerts, '/config/users', { visibilityState: 'visible', person })
    await click(device, alerts, '')
    expect(alerts.opened).toEqual(['focus /config/users', 'show /messenger/chat-1 in /config/users'])
  })

  it('leaves a window of another environment, and a guest’s, where they are', async () => {
    addWindow(alerts, '/guest', { focused: true, visibilityState: 'visible' })
    const person = { origin: 'https://other.example', userId: 'user-agent' }
    addWindow(alerts, '/messenger', { focused: true, visibilityState: 'visible', person })
    await click(device, alerts, '')
    expect(alerts.opened).toEqual(['open /messenger/chat-1'])
  })

  it('opens a new one where the window can’t be moved', async () => {
    addWindow(alerts, '/unsent', { canMove: false })
    await click(device, alerts, '')
    expect(alerts.opened).toEqual(['focus /unsent', 'open /messenger/chat-1'])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['signed out', () => endSession(device.sessionDb, device.session.origin, 0)],
    [
      'in another environment',
      () => {
        const owner = { origin: 'https://other.example', userId: 'user-agent', hideNames: false }
        return storeAlertsOwner(device.sessionDb, owner)
      },
    ],
  ])('once %s takes nothing and opens no chat, but the messenger', async (_where, prepare) => {
    await showAlert(alerts.context, JSON.stringify(requestHelp(device)))
    const alert = alerts.shown.get('chat:chat-1')
    await prepare()
    if (alert) await handleAlertClick(alerts.context, alert, 'take')
    expect(alerts.opened).toEqual(['open /messenger'])
    expect(await readOperations(device.workspace.outbox)).toEqual([])
  })

  it('Take without a line opens the chat only', async () => {
    await click(device, alerts, 'take')
    expect(alerts.opened).toEqual(['open /messenger/chat-1'])
    expect(await readOperations(device.workspace.outbox)).toEqual([])
  })
})

describe('Take, at a real environment (W3, O11)', () => {
  let hotel: PushHotel
  let maria: Client
  let desk: Desk
  let alerts: AlertDevice
  let chatId = ''
  let chats = 0
  beforeAll(async () => {
    hotel = await startPushHotel()
    maria = await signIn(hotel.server, 'maria')
  })
  afterAll(() => hotel.stop())
  beforeEach(async () => {
    chats += 1
    chatId = `take-${chats}`
    await hotel.requestHelp(chatId)
    desk = await openDeskAt(hotel.server, 'agent')
    alerts = await makeAlertDevice(desk, {
      fetch: desk.line.fetch,
      now: desk.clock.now,
      flush: async () => void (await desk.flush()),
    })
  })
  const readHolder = async () => {
    const { body } = await maria.call(`/api/info/chats/${chatId}`)
    return readField(readField(body, 'user') ?? {}, 'id')
  }
  const take = () => click(desk, alerts, 'take', chatId)
  const readTitle = () => alerts.shown.get(`chat:${chatId}`)?.title
  const listPauses = () => desk.line.calls.filter(({ path }) => path.startsWith('/api/takeover/pause/'))

  it('takes a free chat by the outbox, and opens it', async () => {
    await take()
    expect(await readHolder()).toBe('user-agent')
    expect(listPauses()).toMatchObject([{ path: `/api/takeover/pause/${chatId}?holder=bot` }])
    expect(await desk.operations()).toEqual([])
    expect(alerts.opened).toEqual([`open /messenger/${chatId}`])
    expect(readTitle()).toBeUndefined()
  })

  it('twice is once', async () => {
    await take()
    await take()
    expect(listPauses()).toHaveLength(1)
    expect(alerts.opened).toHaveLength(2)
  })

  it('keeps the takeover where the line goes after the look', async () => {
    alerts.context.flush = () => Promise.resolve()
    await take()
    expect(await desk.lane(chatId)).toMatchObject([
      { kind: 'pause', state: 'queued', expects: { holder: 'bot' }, createdAt: desk.clock.now() },
    ])
    await desk.flush()
    expect(await readHolder()).toBe('user-agent')
  })

  it('asks nothing where the browser says that it is offline, and opens the chat only', async () => {
    alerts.isOnline = false
    await take()
    expect([desk.line.calls, await desk.operations()]).toEqual([[], []])
    expect(alerts.opened).toEqual([`open /messenger/${chatId}`])
  })

  it('says who has it, and takes nothing from them', async () => {
    await maria.call(`/api/takeover/pause/${chatId}`)
    await take()
    expect(readTitle()).toBe('Maria has it')
    expect([await desk.operations(), alerts.opened, await readHolder()]).toEqual([[], [], 'user-maria'])
  })

  it('says who came first, where that was after the look', async () => {
    alerts.context.flush = async () => {
      await maria.call(`/api/takeover/pause/${chatId}`)
      await desk.flush()
    }
    await take()
    expect(readTitle()).toBe('Maria has it')
    expect(await readHolder()).toBe('user-maria')
    expect(await desk.lane(chatId)).toMatchObject([{ state: 'failed', reason: { code: 'holder_changed' } }])
  })

  it('takes nothing that was resolved meanwhile', async () => {
    await maria.call(`/api/takeover/resolve/${chatId}`)
    await take()
    expect(readTitle()).toBe('Resolved')
    expect([await desk.operations(), alerts.opened]).toEqual([[], [`open /messenger/${chatId}`]])
  })

  it('takes nothing once the session has ended there, and locks it', async () => {
    desk.line.failNext(() => true, 'unauthorized')
    await take()
    expect([await desk.operations(), alerts.opened]).toEqual([[], [`open /messenger/${chatId}`]])
    expect((await desk.sessionDb.sessions.get(hotel.server.url))?.status).toBe('locked')
  })
})
