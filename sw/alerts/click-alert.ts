import { readAlertData, type TrayAlert } from '#src/actions/close-alerts.ts'
import type { PushPayload } from '#src/contract/push.ts'
import type { LiveSession } from '#src/db/session/sessions.ts'
import { addressOf, MESSENGER, openConsole } from './open-console.ts'
import { showWords } from './show-alert.ts'
import { findAlertSession, type AlertContext } from './alert-context.ts'
import { readWhoCameFirst, takeChat } from './take-chat.ts'
import { describeHeld, describeResolved } from './words.ts'

type ChatAlert = Exclude<PushPayload, { kind: 'test' }>

/** A click on an alert, or on one of its buttons (W3). */
export async function handleAlertClick(
  context: AlertContext,
  alert: Pick<TrayAlert, 'data' | 'close'>,
  action: string,
): Promise<void> {
  alert.close()
  const payload = readAlertData(alert.data)
  if (payload === null || payload.kind === 'test') return openConsole(context.windows, MESSENGER, null)
  const session = await findAlertSession(context.sessionDb, payload)
  // A chat of another environment or person is nowhere here: the console says who is to sign in.
  if (session === null) return openConsole(context.windows, MESSENGER, null)
  if (action === 'take') return takeAndTell(context, session, payload)
  return openChat(context, session, payload.chatId)
}

async function takeAndTell(context: AlertContext, session: LiveSession, payload: ChatAlert): Promise<void> {
  const { chatId, displayName, tag } = payload
  const outcome = await takeChat(context, session, chatId)
  if (outcome.kind === 'held') return tellHeld(context, payload, outcome.by)
  if (outcome.kind === 'resolved') await showWords(context, describeResolved(displayName), { tag })
  if (outcome.kind !== 'queued') return openChat(context, session, chatId)
  // A flush may take a minute, and a window may be opened for a few seconds only.
  await Promise.all([openChat(context, session, chatId), context.flush()])
  const first = await readWhoCameFirst(context, session, outcome.operationId)
  if (first !== null) await tellHeld(context, payload, first)
}

function openChat({ windows }: AlertContext, session: LiveSession, chatId: string): Promise<void> {
  return openConsole(windows, addressOf(chatId), { origin: session.origin, userId: session.user.id })
}

function tellHeld(context: AlertContext, { tag, displayName }: ChatAlert, holder: string): Promise<void> {
  return showWords(context, describeHeld(displayName, holder), { tag })
}
