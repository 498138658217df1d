import { beforeEach, describe, expect, it } from 'vitest'
import type { Chat } from '#src/contract/chats.ts'
import { writeChatTag, type PushPayload } from '#src/contract/push.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { ALERT_SHOWN } from '#src/sync/window-messages.ts'
import { showAlert } from '#sw/alerts/show-alert.ts'
import {
  addWindow,
  makeAlertDevice,
  makeChatPayload,
  requestHelp,
  type AlertDevice,
} from '#tests/support/alert-device.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { openDevice, type LocalDevice } from '#tests/support/local.ts'

let device: LocalDevice
let alerts: AlertDevice
beforeEach(async () => {
  device = await openDevice()
  alerts = await makeAlertDevice(device)
})

const push = (payload: PushPayload) => showAlert(alerts.context, JSON.stringify(payload))
const askFor = (chatId: string, rev: number, needs?: PushPayload['needs']) =>
  push(requestHelp(device, { chatId, tag: writeChatTag(chatId), rev, ...(needs && { needs }) }))
function know(...chats: Chat[]): Promise<void> {
  const { mirror } = device.workspace
  return mirror.transaction('rw', mirror.chats, () => putChats(mirror, chats, { readAt: 0, snapshot: '' }))
}
const readTray = () => [...alerts.shown.values()].map(({ tag, title }) => `${tag} ${title}`)

describe('at a push the alerts of other chats go that need nobody (W3)', () => {
  it('by what this device knows of them, and what is newer than that stays', async () => {
    await askFor('taken', 5)
    await askFor('again', 9)
    await know(
      makeChatRow('taken', { rev: 6, needsHelp: true, user: { id: 'user-maria', name: 'Maria' } }),
      makeChatRow('again', { rev: 8, needsHelp: false }),
    )
    await askFor('new', 10)
    expect(readTray()).toEqual(['chat:again Ana Ruiz needs help', 'chat:new Ana Ruiz needs help'])
  })

  it('by what the push says of them, whatever this device has slept through', async () => {
    await push({ ...makeChatPayload(device, 'answered'), rev: 5, kind: 'new_message' })
    await push({ ...makeChatPayload(device, 'waiting'), rev: 6, kind: 'new_message' })
    await askFor('later', 12)
    await askFor('new', 9, { rev: 10, chatIds: ['waiting', 'new'] })
    expect(readTray()).toEqual([
      'chat:waiting New message',
      'chat:later Ana Ruiz needs help',
      'chat:new Ana Ruiz needs help',
    ])
  })

  it('what says that nothing is left to do goes with the next, and stays where it is the newest', async () => {
    await askFor('chat-1', 1)
    await push({ ...makeChatPayload(device), sentAt: at(1_000), rev: 2, kind: 'resolved' })
    expect(readTray()).toEqual(['chat:chat-1 Resolved'])
    await askFor('chat-2', 3)
    expect(readTray()).toEqual(['chat:chat-2 Ana Ruiz needs help'])
  })

  it('not even what the push itself speaks of, though it is over: each push leaves something', async () => {
    await askFor('chat-2', 4)
    await know(
      makeChatRow('chat-1', { rev: 20, needsHelp: false }),
      makeChatRow('chat-2', { rev: 20, needsHelp: false }),
    )
    await askFor('chat-1', 5)
    expect(readTray()).toEqual(['chat:chat-1 Ana Ruiz needs help'])
  })

  it('another user’s stay', async () => {
    await know(makeChatRow('chat-1', { rev: 20, needsHelp: false }))
    await askFor('chat-1', 5)
    const theirs = { ...requestHelp(device, { rev: 5 }), userId: 'user-maria' }
    const shown = alerts.shown.get('chat:chat-1')
    if (shown) shown.data = JSON.stringify(theirs)
    await askFor('chat-2', 6)
    expect(alerts.shown.has('chat:chat-1')).toBe(true)
  })
})

it('windows on the screen are told of an alert, and hidden ones are not', async () => {
  addWindow(alerts, '/messenger', { visibilityState: 'visible' })
  addWindow(alerts, '/unsent')
  await askFor('chat-1', 1)
  expect(alerts.said).toEqual([{ path: '/messenger', message: { type: ALERT_SHOWN } }])
})
