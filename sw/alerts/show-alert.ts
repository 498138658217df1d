import { readAlertData, writeAlertData } from '#src/actions/close-alerts.ts'
import { noteAlert } from '#src/actions/note-alert.ts'
import { readPushPayload, type PushPayload } from '#src/contract/push.ts'
import { readAlertsOwner } from '#src/db/session/alerts.ts'
import { logger } from '#src/lib/logger.ts'
import { findAlertSession, type AlertOptions, type AlertContext } from './alert-context.ts'
import { closeOtherAlerts, tellVisibleWindows } from './close-alerts.ts'
import { ALERTS_OFF, describeAlert, UNKNOWN_ALERT, type AlertWords } from './words.ts'

/** For what is about no chat. */
export const GENERAL_TAG = 'bellhop-alerts'
const ICON = '/icons/icon-192.png'
const ACTIONS = [
  { action: 'take', title: 'Take' },
  { action: 'open', title: 'Open' },
]

/** Shows what a push says: each one shows something, or the browser takes the right to push away (W3). */
export async function showAlert(context: AlertContext, text: string): Promise<void> {
  const payload = readPushPayload(text)
  if (payload === null) return showWords(context, UNKNOWN_ALERT, { tag: GENERAL_TAG })
  const session = await findAlertSession(context.sessionDb, payload)
  if (session === null) {
    await showWords(context, ALERTS_OFF, { tag: GENERAL_TAG })
    return context.unsubscribe()
  }
  await showPayload(context, await hideName(context, payload))
  await context.setBadge(payload.helpCount)
  // It is shown already: a device without room keeps only the time of an earlier one.
  await noteAlert(context.sessionDb, payload.kind, context.now()).catch((error: unknown) =>
    logger.warn('the alert was not noted', { error: String(error) }),
  )
  await tellVisibleWindows(context)
  await closeOtherAlerts(context, session, payload).catch((error: unknown) =>
    logger.warn('older alerts were not closed', { error: String(error) }),
  )
}

/** Hidden names are hidden at once, also before the environment could be told to leave them out. */
async function hideName({ sessionDb }: AlertContext, payload: PushPayload): Promise<PushPayload> {
  if (payload.kind === 'test') return payload
  const owner = await readAlertsOwner(sessionDb)
  return owner?.hideNames === true ? { ...payload, displayName: null } : payload
}

/** Shows words in place of whatever has the tag, silently unless `options` say otherwise. */
export function showWords(
  { registration, takeTurn }: Pick<AlertContext, 'registration' | 'takeTurn'>,
  words: AlertWords,
  options: AlertOptions,
): Promise<void> {
  return takeTurn(() => show(registration, words, options))
}

function show(
  registration: AlertContext['registration'],
  { title, body }: AlertWords,
  options: AlertOptions,
): Promise<void> {
  return registration.showNotification(title, { body, icon: ICON, silent: true, ...options })
}

/**
 * One notification of each chat: what comes replaces what is shown. Pushes overtake one another, and one whose delivery
 * was in doubt comes twice: an older one leaves what is shown, and a repeat is not heard again. Those that come at once are
 * shown one after the other.
 */
function showPayload(context: AlertContext, payload: PushPayload): Promise<void> {
  return context.takeTurn(async () => {
    const shown = await readShown(context, payload.tag)
    const isOld = shown !== null && shown.sentAt > payload.sentAt
    const said = isOld ? shown : payload
    const isHeard =
      !isOld && !isRepeat(shown, payload) && isLoud(payload) && !(await isConsoleVisible(context))
    await show(context.registration, describeAlert(said), {
      tag: said.tag,
      data: writeAlertData(said),
      // A browser refuses what is silent and heard again in one.
      ...(isHeard ? { silent: false, renotify: true } : {}),
      ...(said.kind === 'needs_help' ? { actions: ACTIONS, requireInteraction: true } : {}),
    })
  })
}

async function readShown({ registration }: AlertContext, tag: string): Promise<PushPayload | null> {
  const [shown] = await registration.getNotifications({ tag })
  return readAlertData(shown?.data)
}

function isRepeat(shown: PushPayload | null, payload: PushPayload): boolean {
  if (shown?.kind !== 'needs_help' || payload.kind !== 'needs_help') return false
  return shown.helpAt === payload.helpAt && shown.stage === payload.stage
}

function isLoud({ kind }: PushPayload): boolean {
  return kind !== 'taken' && kind !== 'resolved'
}

/** A console on the screen rings by itself (I6). */
async function isConsoleVisible({ windows }: AlertContext): Promise<boolean> {
  return (await windows.list()).some(({ visibilityState }) => visibilityState === 'visible')
}
