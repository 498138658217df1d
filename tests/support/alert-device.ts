import { isDeepStrictEqual } from 'node:util'
import type { PushPayload } from '#src/contract/push.ts'
import { storeAlertsOwner } from '#src/db/session/alerts.ts'
import type { TrayAlert } from '#src/actions/close-alerts.ts'
import type { AlertOptions, AlertContext, ConsoleWindow } from '#sw/alerts/alert-context.ts'
import { readWindowMessage, type WindowPerson } from '#src/sync/window-messages.ts'
import { createFakeLocks } from './fake-locks.ts'
import { NOON, type LocalDevice } from './local.ts'
import { at } from './local-rows.ts'

/** A notification as the fake browser shows it. */
export interface FakeAlert extends TrayAlert {
  title: string
  options: AlertOptions
}

/** A device's worker without a browser: what it shows, which windows there are, and what it asked for. */
export interface AlertDevice {
  context: AlertContext
  /** On the screen now, by tag. */
  shown: Map<string, FakeAlert>
  /** Every notification that was shown, in order: its title, and `heard` where it made a sound. */
  history: string[]
  windows: ConsoleWindow[]
  /** What windows were told, in order. */
  said: { path: string; message: unknown }[]
  /** What was focused, moved and opened, in order. */
  opened: string[]
  badge: number | null
  unsubscribed: number
  isOnline: boolean
}

/** Alerts are on for the device's signed-in user. */
export async function makeAlertDevice(
  device: LocalDevice,
  given: Partial<Pick<AlertContext, 'fetch' | 'flush' | 'now'>> = {},
): Promise<AlertDevice> {
  const { origin, user } = device.session
  await storeAlertsOwner(device.sessionDb, { origin, userId: user.id, hideNames: false })
  const shown: AlertDevice['shown'] = new Map()
  const onTheirWay = new Set<string>()
  const locks = createFakeLocks()
  const made: AlertDevice = {
    shown,
    history: [],
    windows: [],
    said: [],
    opened: [],
    badge: null,
    unsubscribed: 0,
    isOnline: true,
    context: {
      registration: {
        async showNotification(title, options) {
          if (options.silent === true && options.renotify === true) throw new TypeError('silent and heard')
          const tag = options.tag ?? ''
          const close = () => void shown.delete(tag)
          made.history.push(options.silent === true ? title : `${title}, heard`)
          // As a browser does: data is cloned.
          shown.set(tag, {
            tag,
            title,
            options,
            data: structuredClone(options.data ?? null) as unknown,
            close,
          })
          onTheirWay.add(tag)
          await new Promise(setImmediate)
          onTheirWay.delete(tag)
        },
        getNotifications({ tag } = {}) {
          // As Chromium does: who asks loses what is being shown.
          for (const lost of onTheirWay) shown.delete(lost)
          const found = [...shown.values()].filter((one) => tag === undefined || one.tag === tag)
          return Promise.resolve(found)
        },
      },
      takeTurn: (work) => locks.request('notifications', work),
      windows: {
        list: () => Promise.resolve(made.windows),
        open(address) {
          made.opened.push(`open ${address}`)
          return Promise.resolve(null)
        },
        answerWithinMs: 50,
      },
      sessionDb: device.sessionDb,
      databases: device.options,
      fetch: () => Promise.reject(new TypeError('there is no line')),
      isOnline: () => made.isOnline,
      setBadge(count) {
        made.badge = count
        return Promise.resolve()
      },
      unsubscribe() {
        made.unsubscribed += 1
        return Promise.resolve()
      },
      flush: () => Promise.resolve(),
      now: () => NOON,
      monotonicNow: () => NOON,
      ...given,
    },
  }
  return made
}

/** A window of the console at a path; one that can't be moved is another build's. */
export function addWindow(
  device: AlertDevice,
  path: string,
  fields: {
    focused?: boolean
    visibilityState?: string
    canMove?: boolean
    /** Whose console runs in it; null where it is frozen or of an older build and does not answer. */
    person?: WindowPerson | null
  } = {},
): void {
  const { focused = false, visibilityState = 'hidden', canMove = true, person = null } = fields
  const window: ConsoleWindow = {
    url: `https://console.example${path}`,
    focused,
    visibilityState,
    focus() {
      device.opened.push(`focus ${path}`)
      return Promise.resolve(window)
    },
    navigate(address) {
      if (!canMove) return Promise.reject(new TypeError('it is not ours'))
      device.opened.push(`move ${path} to ${address}`)
      return Promise.resolve(null)
    },
    postMessage(data, ports = []) {
      const message = readWindowMessage(data)
      if (message?.type !== 'ASK_WINDOW') device.said.push({ path, message })
      if (message?.type === 'SHOW_PATH') device.opened.push(`show ${message.path} in ${path}`)
      const [port] = ports
      if (message?.type !== 'ASK_WINDOW' || person === null || !(port instanceof MessagePort)) return
      port.postMessage(message.person === null || isDeepStrictEqual(message.person, person))
    },
  }
  device.windows.push(window)
}

/** What is in every payload to this device, about a chat. */
export function makeChatPayload(device: LocalDevice, chatId = 'chat-1') {
  return {
    version: 1 as const,
    environment: device.session.origin,
    userId: device.session.user.id,
    sentAt: at(0),
    tag: `chat:${chatId}`,
    helpCount: 2,
    chatId,
    displayName: 'Ana Ruiz',
  }
}

export function requestHelp(
  device: LocalDevice,
  fields: Partial<Extract<PushPayload, { kind: 'needs_help' }>> = {},
): PushPayload {
  const common = makeChatPayload(device, fields.chatId)
  return { ...common, kind: 'needs_help', helpAt: at(0), stage: 0, line: null, ...fields }
}
