import type { AlertTray } from '#src/actions/close-alerts.ts'
import { takeNotificationTurn } from '#src/lib/notification-turn.ts'

/** This device's notifications; null where it shows none. */
export async function openTray(): Promise<AlertTray | null> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return null
  return {
    list: () => registration.getNotifications(),
    takeTurn: (work) => takeNotificationTurn(navigator, work),
  }
}
