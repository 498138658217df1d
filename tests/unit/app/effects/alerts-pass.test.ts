import { beforeEach, describe, expect, it } from 'vitest'
import { writeChatTag, type PushNeeds, type PushReadRequest } from '#src/contract/push.ts'
import type { Chat } from '#src/contract/chats.ts'
import { createAlertsPass, type AlertsPass } from '#src/app/effects/alerts-pass.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { showAlert } from '#sw/alerts/show-alert.ts'
import { makeAlertDevice, requestHelp, type AlertDevice } from '#tests/support/alert-device.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice, type LocalDevice } from '#tests/support/local.ts'

let device: LocalDevice
let alerts: AlertDevice
let pass: AlertsPass
/** The page, its line, and what it said and asked. */
let page: { hasTray: boolean; hasFocus: boolean; isVisible: boolean; canCall: boolean }
let told: PushReadRequest[]
let isTaken: boolean
let asked: ((needs: PushNeeds | null) => void)[]
let askedAgain: number

beforeEach(async () => {
  device = await openDevice()
  alerts = await makeAlertDevice(device)
  page = { hasTray: true, hasFocus: true, isVisible: true, canCall: true }
  told = []
  isTaken = true
  asked = []
  askedAgain = 0
  const tray = {
    list: () => Promise.resolve([...alerts.shown.values()]),
    takeTurn: alerts.context.takeTurn,
  }
  pass = createAlertsPass(
    device.workspace,
    {
      openTray: () => Promise.resolve(page.hasTray ? tray : null),
      hasFocus: () => page.hasFocus,
      isVisible: () => page.isVisible,
      now: () => NOON,
    },
    {
      canCall: () => page.canCall,
      sendRead(read) {
        told.push(read)
        return Promise.resolve(isTaken)
      },
      fetchNeeds: () => new Promise((resolve) => asked.push(resolve)),
    },
    () => (askedAgain += 1),
  )
})

const maria = { id: 'user-maria', name: 'Maria' }
const me = () => ({ id: device.session.user.id, name: device.session.user.name })
const asking = (fields: Partial<Chat> = {}) => makeChatRow('chat-1', { rev: 5, needsHelp: true, ...fields })
function know(...chats: Chat[]): Promise<void> {
  const { mirror } = device.workspace
  return mirror.transaction('rw', mirror.chats, () => putChats(mirror, chats, { readAt: 0, snapshot: '' }))
}
const seeUpTo = (seenAt: string, chatId = 'chat-1') => device.workspace.outbox.seen.put({ chatId, seenAt })
const show = (chatId: string, rev: number) =>
  showAlert(alerts.context, JSON.stringify(requestHelp(device, { chatId, tag: writeChatTag(chatId), rev })))
const readTray = () => [...alerts.shown.keys()]

describe('a chat that is read in the window in front', () => {
  beforeEach(() => seeUpTo(at(0)))

  it.each<[string, () => Chat, number[]]>([
    ['needs help and is nobody’s', () => asking(), [5]],
    ['the user holds, with the guest’s message last', () => asking({ needsHelp: false, user: me() }), [5]],
    ['a colleague has', () => asking({ user: maria }), []],
    ['needs nobody', () => asking({ needsHelp: false }), []],
    [
      'the user holds, and nobody has written in',
      () => asking({ user: me(), lastUserMessageDate: null }),
      [],
    ],
    ['has a newer message', () => asking({ lastUserMessageDate: at(1) }), []],
    ['has no revision: its environment does not say', () => makeChatRow('chat-1', { needsHelp: true }), []],
  ])('is told where it %s', async (_, makeChat, revs) => {
    await know(makeChat())
    await pass.run('chat-1')
    expect(told).toEqual(revs.map((rev) => ({ chatId: 'chat-1', rev })))
  })

  it('is told once for each revision, also where this device shows no alerts', async () => {
    page.hasTray = false
    await know(asking())
    await pass.run('chat-1')
    await pass.run('chat-1')
    await know(asking({ rev: 6 }))
    await pass.run('chat-1')
    expect(told.map(({ rev }) => rev)).toEqual([5, 6])
  })

  it('is not told where nobody is at the window, or another chat is open', async () => {
    await know(asking())
    page.hasFocus = false
    await pass.run('chat-1')
    page.hasFocus = true
    await pass.run(null)
    await pass.run('chat-2')
    expect(told).toEqual([])
  })

  it('is told later: once a call can be made, and after one that failed by the next pass, whatever is open then', async () => {
    await know(asking())
    page.canCall = false
    await pass.run('chat-1')
    expect(told).toEqual([])
    page.canCall = true
    isTaken = false
    await pass.run(null)
    expect(told).toHaveLength(1)
    isTaken = true
    await pass.run(null)
    await pass.run(null)
    expect(told).toHaveLength(2)
  })

  it('waits for no call: its own alert is gone before', async () => {
    await show('chat-1', 5)
    await know(asking())
    await pass.run('chat-1')
    expect(readTray()).toEqual([])
  })
})

describe('what was read on another device', () => {
  beforeEach(async () => {
    page.hasFocus = false
    await show('read', 5)
    await show('unread', 6)
    await show('later', 12)
  })

  it('is asked once at the start, and what is over goes with the pass that follows', async () => {
    await pass.run(null)
    await pass.run(null)
    expect(asked).toHaveLength(1)
    asked[0]?.({ rev: 10, chatIds: ['unread'] })
    await expect.poll(() => askedAgain).toBe(1)
    await pass.run(null)
    expect(readTray()).toEqual(['chat:unread', 'chat:later'])
    await pass.run(null)
    expect(asked).toHaveLength(1)
  })

  it('is known for one pass: an environment may be put back to what it was', async () => {
    await pass.run(null)
    asked[0]?.({ rev: 20, chatIds: ['read', 'unread', 'later'] })
    await expect.poll(() => askedAgain).toBe(1)
    await pass.run(null)
    await show('again', 15)
    await pass.run(null)
    expect(readTray()).toContain('chat:again')
  })

  it('is asked again when somebody comes back, also while an answer is on its way', async () => {
    await pass.run(null)
    pass.noteReturn()
    await pass.run(null)
    expect(asked).toHaveLength(1)
    asked[0]?.(null)
    await expect.poll(() => askedAgain).toBe(1)
    await pass.run(null)
    expect(asked).toHaveLength(2)
    asked[1]?.(null)
    await expect.poll(() => pass.run(null).then(() => asked.length)).toBe(2)
    expect(askedAgain).toBe(1)
  })

  it('is asked once there is a line and the page is on the screen', async () => {
    page.canCall = false
    await pass.run(null)
    page.canCall = true
    page.isVisible = false
    await pass.run(null)
    expect(asked).toHaveLength(0)
    page.isVisible = true
    await pass.run(null)
    expect(asked).toHaveLength(1)
  })

  it('is not asked where nothing is shown, and not for what is shown later: its push says it', async () => {
    alerts.shown.clear()
    await pass.run(null)
    await show('unread', 13)
    await pass.run(null)
    page.hasTray = false
    pass.noteReturn()
    await pass.run(null)
    expect(asked).toHaveLength(0)
  })

  it('is not asked where this device knows by itself that all are over', async () => {
    await know(...['read', 'unread', 'later'].map((id) => makeChatRow(id, { rev: 30, needsHelp: false })))
    await pass.run(null)
    expect([readTray(), asked]).toEqual([[], []])
  })
})
