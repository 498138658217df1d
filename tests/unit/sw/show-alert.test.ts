import { beforeEach, describe, expect, it } from 'vitest'
import type { PushPayload } from '#src/contract/push.ts'
import { readLastAlert, storeAlertsOwner } from '#src/db/session/alerts.ts'
import { endSession, lockSession } from '#src/db/session/sessions.ts'
import { showAlert } from '#sw/alerts/show-alert.ts'
import {
  addWindow,
  makeAlertDevice,
  makeChatPayload,
  requestHelp,
  type AlertDevice,
} from '#tests/support/alert-device.ts'
import { at } from '#tests/support/local-rows.ts'
import { NOON, openDevice, TEST_ORIGIN, type LocalDevice } from '#tests/support/local.ts'

let device: LocalDevice
let alerts: AlertDevice
beforeEach(async () => {
  device = await openDevice()
  alerts = await makeAlertDevice(device)
})

const push = (payload: PushPayload) => showAlert(alerts.context, JSON.stringify(payload))
const takenBy = (id: string, name: string): PushPayload => ({
  ...makeChatPayload(device),
  sentAt: at(1_000),
  kind: 'taken',
  by: { id, name },
})
const readShown = () => [...alerts.shown].map(([tag, { title, options }]) => [tag, title, options.body])

describe('a push that is shown (W3)', () => {
  it('says who needs help, since when and where, and can be taken', async () => {
    await push(requestHelp(device, { sentAt: at(150_000), stage: 1, line: 'Desk 1' }))
    expect(readShown()).toEqual([['chat:chat-1', 'Ana Ruiz needs help', 'Waiting for 2 min. Desk 1']])
    const options = alerts.shown.get('chat:chat-1')?.options
    expect(options?.actions?.map(({ action, title }) => `${action} ${title}`)).toEqual([
      'take Take',
      'open Open',
    ])
    expect(options?.requireInteraction).toBe(true)
    expect(alerts.history).toEqual(['Ana Ruiz needs help, heard'])
    expect(alerts.badge).toBe(2)
    expect(await readLastAlert(device.sessionDb)).toEqual({ at: NOON, kind: 'needs_help' })
  })

  it('is shown beside one that comes at the same moment', async () => {
    await Promise.all([
      push(requestHelp(device)),
      push(requestHelp(device, { chatId: 'chat-2', tag: 'chat:chat-2' })),
    ])
    expect([...alerts.shown.keys()].sort()).toEqual(['chat:chat-1', 'chat:chat-2'])
  })

  it('names nobody where names are hidden here, whatever the environment knows of that yet', async () => {
    const { origin, user } = device.session
    await storeAlertsOwner(device.sessionDb, { origin, userId: user.id, hideNames: true })
    await push(requestHelp(device))
    expect(readShown().map(([, title]) => title)).toEqual(['A guest needs help'])
    expect(JSON.stringify([...alerts.shown.values()])).not.toContain('Ana Ruiz')
  })

  it('names nobody where the payload does not', async () => {
    await push(requestHelp(device, { displayName: null }))
    await push({ ...makeChatPayload(device, 'chat-2'), displayName: null, kind: 'new_message' })
    expect(readShown()).toEqual([
      ['chat:chat-1', 'A guest needs help', 'Nobody has taken the chat yet.'],
      ['chat:chat-2', 'New message', 'A guest wrote to you.'],
    ])
  })

  it.each([
    ['user-maria', 'Maria', 'Taken by Maria'],
    ['user-agent', 'Agent', 'Taken by you'],
  ])('is replaced silently once %s took it, with nothing left to take', async (id, name, title) => {
    await push(requestHelp(device))
    await push(takenBy(id, name))
    expect(readShown()).toEqual([['chat:chat-1', title, 'Ana Ruiz']])
    expect(alerts.shown.get('chat:chat-1')?.options).not.toHaveProperty('actions')
    expect(alerts.history).toEqual(['Ana Ruiz needs help, heard', title])
  })

  it('is replaced silently once it is resolved; other chats stay', async () => {
    await push(requestHelp(device))
    await push(requestHelp(device, { chatId: 'chat-2', tag: 'chat:chat-2' }))
    await push({ ...makeChatPayload(device), sentAt: at(1_000), kind: 'resolved', helpCount: 0 })
    expect(readShown().map(([, title]) => title)).toEqual(['Resolved', 'Ana Ruiz needs help'])
    expect(alerts.history.at(-1)).toBe('Resolved')
    expect(alerts.badge).toBe(0)
  })

  it('is heard at each stage and for each message, but not twice where it comes twice', async () => {
    await push(requestHelp(device))
    await push(requestHelp(device, { sentAt: at(30_000) }))
    await push(requestHelp(device, { sentAt: at(120_000), stage: 1 }))
    expect(alerts.history).toEqual([
      'Ana Ruiz needs help, heard',
      'Ana Ruiz needs help',
      'Ana Ruiz needs help, heard',
    ])
    expect(alerts.shown.size).toBe(1)
  })

  it('leaves what is newer, where it was superseded', async () => {
    await push(takenBy('user-maria', 'Maria'))
    await push(requestHelp(device))
    expect(readShown()).toEqual([['chat:chat-1', 'Taken by Maria', 'Ana Ruiz']])
    expect(alerts.history).toEqual(['Taken by Maria', 'Taken by Maria'])
  })

  it('makes no sound beside a console on the screen, which has its own', async () => {
    addWindow(alerts, '/messenger', { visibilityState: 'visible' })
    await push(requestHelp(device))
    expect(alerts.history).toEqual(['Ana Ruiz needs help'])
  })

  it('says that a test arrived', async () => {
    const { chatId: _chatId, displayName: _displayName, ...common } = makeChatPayload(device)
    await push({ ...common, tag: 'test', kind: 'test' })
    expect(readShown()).toEqual([['test', 'Test alert', 'Alerts reach this device.']])
    expect(await readLastAlert(device.sessionDb)).toEqual({ at: NOON, kind: 'test' })
  })

  it.each(['', 'no JSON', '{"version":2}'])(
    'shows something also where it can’t be read: %s',
    async (text) => {
      await showAlert(alerts.context, text)
      expect(readShown().map(([, title]) => title)).toEqual(['Bellhop'])
      expect([alerts.unsubscribed, alerts.badge]).toEqual([0, null])
    },
  )
})

describe('a push for somebody else (W3)', () => {
  const other: [string, () => Promise<unknown>, Partial<PushPayload>][] = [
    ['another user', () => Promise.resolve(), { userId: 'user-maria' }],
    ['another environment', () => Promise.resolve(), { environment: 'https://other.example' }],
    ['who signed out', () => endSession(device.sessionDb, TEST_ORIGIN, NOON), {}],
    ['whose session ended', () => lockSession(device.sessionDb, TEST_ORIGIN, 'token'), {}],
    ['who switched alerts off', () => storeAlertsOwner(device.sessionDb, null), {}],
  ]
  it.each(other)('%s: names no guest, and ends the subscription', async (_who, prepare, fields) => {
    await prepare()
    await push({ ...requestHelp(device), ...fields } as PushPayload)
    expect(readShown().map(([, title]) => title)).toEqual(['Alerts are off, sign in'])
    expect(JSON.stringify([...alerts.shown.values()])).not.toContain('Ana')
    expect([alerts.unsubscribed, alerts.badge]).toEqual([1, null])
    expect(await readLastAlert(device.sessionDb)).toBeNull()
  })

  it('is theirs where the payload names the user alone', async () => {
    await push(requestHelp(device, { environment: null }))
    expect(alerts.history).toEqual(['Ana Ruiz needs help, heard'])
  })
})
