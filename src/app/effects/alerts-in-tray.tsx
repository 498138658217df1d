import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { closeStaleAlerts } from '#src/actions/close-alerts.ts'
import { readAlertedChats, readAlertedChange } from '#src/db/alerted-chats.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'
import { takeNotificationTurn } from '#src/lib/notification-turn.ts'
import { readWindowMessage } from '#src/sync/window-messages.ts'
import { isVisible } from '../visibility.ts'
import { createPasses, type Passes } from './passes.ts'

/**
 * Takes alerts out of the tray as soon as their chats need nobody any more: read in this window while it has the focus, taken
 * or resolved. Draws nothing. It looks after each change of the chats, and when the person comes to this window.
 */
export function AlertsInTray() {
  const workspace = useWorkspace()
  const chatId = useParams({ strict: false, select: (params) => params.chatId }) ?? null
  const openChat = useRef(chatId)
  const passes = useRef<Passes | null>(null)
  useEffect(() => {
    const made = createPasses(() => closeInTray(workspace, openChat.current))
    passes.current = made
    const stop = listenForReasons(made.ask)
    return () => {
      stop()
      made.stop()
    }
  }, [workspace])

  const change = useLive(workspace, `alerted ${chatId ?? ''}`, () => readAlertedChange(workspace, chatId))
  useEffect(() => {
    openChat.current = chatId
    passes.current?.ask()
  }, [workspace, chatId, change])
  return null
}

function listenForReasons(ask: () => void): () => void {
  const { serviceWorker } = navigator
  const onMessage = ({ data }: MessageEvent<unknown>) =>
    readWindowMessage(data)?.type === 'ALERT_SHOWN' ? ask() : undefined
  window.addEventListener('focus', ask)
  document.addEventListener('visibilitychange', ask)
  serviceWorker?.addEventListener('message', onMessage)
  return () => {
    window.removeEventListener('focus', ask)
    document.removeEventListener('visibilitychange', ask)
    serviceWorker?.removeEventListener('message', onMessage)
  }
}

async function closeInTray(workspace: Workspace, openChatId: string | null): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (!registration) return
    const hasFocus = document.hasFocus()
    await closeStaleAlerts({
      tray: {
        list: () => registration.getNotifications(),
        takeTurn: (work) => takeNotificationTurn(navigator, work),
      },
      person: { origin: workspace.origin, userId: workspace.user.id },
      readChats: (chatIds) => readAlertedChats(workspace, chatIds),
      view: {
        readingChatId: hasFocus ? openChatId : null,
        countsRead: hasFocus,
        // A hidden page leaves what a push has just shown: browsers count on it (W3).
        endsOutcomes: isVisible(),
        needs: null,
      },
      keepTag: null,
      now: () => performance.now(),
    })
  } catch (error) {
    logger.warn('alerts could not be closed', { error: String(error) })
  }
}
