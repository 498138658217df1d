/** What the worker says to a window on the screen: an alert was shown, which it may not need. */
export const ALERT_SHOWN = 'ALERT_SHOWN'

/** Whose chats a window is to show. */
export interface WindowPerson {
  origin: string
  userId: string
}

/**
 * The worker asks a window whether the console runs in it for this person; null: for whoever there is. It is answered on the
 * port with true or false. A window that is frozen, still starting or of an older build does not answer.
 */
export interface AskWindow {
  type: 'ASK_WINDOW'
  person: WindowPerson | null
}

/** The worker has a window go to a path of the console, as a link in it would. */
export interface ShowPath {
  type: 'SHOW_PATH'
  path: string
}

export type WindowMessage = { type: typeof ALERT_SHOWN } | AskWindow | ShowPath

/** Null for what is none of the worker's messages: a worker of another build may say others. */
export function readWindowMessage(data: unknown): WindowMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === ALERT_SHOWN) return { type: ALERT_SHOWN }
  if (data.type === 'SHOW_PATH' && 'path' in data && typeof data.path === 'string') {
    return { type: 'SHOW_PATH', path: data.path }
  }
  if (data.type === 'ASK_WINDOW' && 'person' in data) {
    const { person } = data
    if (person === null || isPerson(person)) return { type: 'ASK_WINDOW', person }
  }
  return null
}

function isPerson(person: unknown): person is WindowPerson {
  return (
    typeof person === 'object' &&
    person !== null &&
    'origin' in person &&
    'userId' in person &&
    typeof person.origin === 'string' &&
    typeof person.userId === 'string'
  )
}
