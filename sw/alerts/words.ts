import { isBlank } from '#src/domain/text/blank.ts'
import type { PushPayload } from '#src/contract/push.ts'
import { isBlankName } from '#src/domain/guests/name.ts'

/** What a notification says. Never a guest's word: of a guest at most the name, where the payload has it (W3). */
export interface AlertWords {
  title: string
  body: string
}

const MINUTE_MS = 60_000

/** What an alert says. */
export function describeAlert(payload: PushPayload): AlertWords {
  switch (payload.kind) {
    case 'needs_help':
      return { title: `${callGuest(payload.displayName)} needs help`, body: describeHelpRequest(payload) }
    case 'taken':
      return {
        title: payload.by.id === payload.userId ? 'Taken by you' : `Taken by ${payload.by.name}`,
        body: callGuest(payload.displayName),
      }
    case 'resolved':
      return describeResolved(payload.displayName)
    case 'new_message':
      return { title: 'New message', body: `${callGuest(payload.displayName)} wrote to you.` }
    case 'test':
      return { title: 'Test alert', body: 'Alerts reach this device.' }
  }
}

export function describeResolved(displayName: string | null): AlertWords {
  return { title: 'Resolved', body: callGuest(displayName) }
}

/** Somebody has come first, as the server returned when the person wanted to take it. */
export function describeHeld(displayName: string | null, holder: string): AlertWords {
  return { title: `${holder === '' ? 'A colleague' : holder} has it`, body: callGuest(displayName) }
}

/** Whose alert it was is not signed in here any more (W3). */
export const ALERTS_OFF: AlertWords = {
  title: 'Alerts are off, sign in',
  body: 'Nobody is signed in here for whom this alert was.',
}

/** What this build does not understand shows something all the same. */
export const UNKNOWN_ALERT: AlertWords = {
  title: 'Bellhop',
  body: 'There is something new in the messenger.',
}

function describeHelpRequest({ helpAt, sentAt, line }: Extract<PushPayload, { kind: 'needs_help' }>): string {
  const minutes = Math.floor((Date.parse(sentAt) - Date.parse(helpAt)) / MINUTE_MS)
  const waiting = minutes < 1 ? 'Nobody has taken the chat yet.' : `Waiting for ${minutes} min.`
  return line === null || isBlank(line) ? waiting : `${waiting} ${line}`
}

function callGuest(displayName: string | null): string {
  return displayName === null || isBlankName(displayName) ? 'A guest' : displayName
}
