import type { PushPayload } from '#src/contract/push.ts'
import type { LiveSession } from '#src/db/session/sessions.ts'
import { addressOf, MESSENGER, openConsole } from './open-console.ts'
import { showWords } from './show-alert.ts'
import { findAlertSession, readAlertData, type AlertSurroundings, type ShownAlert } from './surroundings.ts'
import { readWhoCameFirst, takeChat } from './take-chat.ts'
import { describeHeld, describeResolved } from './words.ts'

type ChatAlert = Exclude<PushPayload, { kind: 'test' }>

/** A click on an alert, or on one of its buttons (W3). */
export async function handleAlertClick(
  around: AlertSurroundings,
  alert: ShownAlert,
  action: string,
): Promise<void> {
  alert.close()
  const payload = readAlertData(alert.data)
  if (payload === null || payload.kind === 'test') return openConsole(around, MESSENGER)
  const session = await findAlertSession(around.sessionDb, payload)
  // A chat of another environment or person is nowhere here: the console says who is to sign in.
  if (session === null) return openConsole(around, MESSENGER)
  if (action === 'take') return takeAndTell(around, session, payload)
  return openConsole(around, addressOf(payload.chatId))
}

async function takeAndTell(
  around: AlertSurroundings,
  session: LiveSession,
  payload: ChatAlert,
): Promise<void> {
  const { chatId, displayName, tag } = payload
  const outcome = await takeChat(around, session, chatId)
  if (outcome.kind === 'held') return tellHeld(around, payload, outcome.by)
  if (outcome.kind === 'resolved') await showWords(around, describeResolved(displayName), { tag })
  if (outcome.kind !== 'queued') return openConsole(around, addressOf(chatId))
  // A flush may take a minute, and a window may be opened for a few seconds only.
  await Promise.all([openConsole(around, addressOf(chatId)), around.flush()])
  const first = await readWhoCameFirst(around, session, outcome.operationId)
  if (first !== null) await tellHeld(around, payload, first)
}

function tellHeld(around: AlertSurroundings, { tag, displayName }: ChatAlert, holder: string): Promise<void> {
  return showWords(around, describeHeld(displayName, holder), { tag })
}
