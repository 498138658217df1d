import { useContext, useEffect, useRef } from 'react'
import { createReadCalls } from '#src/actions/session-reads.ts'
import { readAlertedChange } from '#src/db/alerted-chats.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { readChatId } from '#src/features/messenger/search.ts'
import { useLocation } from '#src/lib/address.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { ConnectionContext } from '#src/lib/connection-context.ts'
import { readWindowMessage } from '#src/sync/window-messages.ts'
import { useApp } from '../app-context.ts'
import { isVisible } from '../visibility.ts'
import { openTray } from './alert-tray.ts'
import { createAlertsPass, type AlertsPage } from './alerts-pass.ts'
import { createPasses, type Passes } from './passes.ts'

/**
 * Takes alerts out of the tray as soon as their chats need nobody any more: read in this window while it has the focus or on
 * another device, taken or resolved. Draws nothing. It looks after each change of the chats, and when the person or the line
 * comes to this window.
 */
export function AlertsInTray() {
  const { sessionDb } = useApp()
  const workspace = useWorkspace()
  const capabilities = useContext(CapabilitiesContext)
  const connection = useContext(ConnectionContext)
  const chatId = useLocation(readChatId) ?? null
  const openChat = useRef(chatId)
  const passes = useRef<Passes | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const calls = createReadCalls({
      sessionDb,
      workspace,
      fetch: (...call) => fetch(...call),
      capabilities: capabilities.get,
      isLive: () => connection.get().kind === 'live',
      signal,
    })
    const pass = createAlertsPass(workspace, PAGE, calls, () => made.ask())
    const made = createPasses(() => pass.run(openChat.current))
    passes.current = made
    const comeBack = () => {
      pass.noteReturn()
      made.ask()
    }
    const stops = [
      connection.subscribe(() => (calls.canCall() ? comeBack() : undefined)),
      capabilities.subscribe(made.ask),
    ]
    listenForReasons({ ask: made.ask, comeBack }, signal)
    return () => {
      leaving.abort()
      stops.forEach((stop) => stop())
      made.stop()
    }
  }, [sessionDb, workspace, capabilities, connection])

  const change = useLive(workspace, `alerted ${chatId ?? ''}`, () => readAlertedChange(workspace, chatId))
  useEffect(() => {
    openChat.current = chatId
    passes.current?.ask()
  }, [workspace, chatId, change])
  return null
}

function listenForReasons(
  { ask, comeBack }: { ask: () => void; comeBack: () => void },
  signal: AbortSignal,
): void {
  const onMessage = ({ data }: MessageEvent<unknown>) =>
    readWindowMessage(data)?.type === 'ALERT_SHOWN' ? ask() : undefined
  window.addEventListener('focus', comeBack, { signal })
  document.addEventListener('visibilitychange', () => (isVisible() ? comeBack() : ask()), { signal })
  navigator.serviceWorker?.addEventListener('message', onMessage, { signal })
}

const PAGE: AlertsPage = {
  openTray,
  hasFocus: () => document.hasFocus(),
  isVisible,
  now: () => performance.now(),
}
