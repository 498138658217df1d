import { takeNotificationTurn } from '#src/lib/notification-turn.ts'
import { openConsole } from './alerts/open-console.ts'
import { consoleWindows } from './console-windows.ts'
import { worker } from './scope.ts'

export const UNSENT_TAG = 'bellhop-unsent'
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

/** A click opens what waits, in a window that is there or a new one. */
export function openUnsentOnClick(): void {
  worker.addEventListener('notificationclick', (event) => {
    if (event.notification.tag !== UNSENT_TAG) return
    event.notification.close()
    event.waitUntil(openConsole(consoleWindows, UNSENT_ADDRESS, null))
  })
}
