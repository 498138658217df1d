import { takeNotificationTurn } from '#src/lib/notification-turn.ts'
import { readTellOfUnsent, UNSENT_TAG } from '#src/lib/unsent-notice.ts'
import { openConsole } from './alerts/open-console.ts'
import { consoleWindows } from './console-windows.ts'
import { worker } from './scope.ts'

const UNSENT_ADDRESS = '/unsent'

/** Something waits for the user and no window is visible: said once, without a guest's word (O9). */
export async function tellOfUnsent(count: number): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.some((client) => client.visibilityState === 'visible')) return
  if (Notification.permission !== 'granted') return
  const body = count === 1 ? 'One message waits for you.' : `${count} messages wait for you.`
  await takeNotificationTurn(worker.navigator, () =>
    worker.registration.showNotification('Not sent', { tag: UNSENT_TAG, body, icon: '/icons/icon-192.png' }),
  )
}

/** A page that nobody looks at has sent in vain. */
export function tellOfUnsentOnMessage(): void {
  worker.addEventListener('message', (event) => {
    const count = readTellOfUnsent(event.data)
    if (count !== null) event.waitUntil(tellOfUnsent(count))
  })
}

/** A click opens what waits, in a window that is there or a new one. */
export function openUnsentOnClick(): void {
  worker.addEventListener('notificationclick', (event) => {
    if (event.notification.tag !== UNSENT_TAG) return
    event.notification.close()
    event.waitUntil(openConsole(consoleWindows, UNSENT_ADDRESS, null))
  })
}
