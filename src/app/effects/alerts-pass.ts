import { closeStaleAlerts, type AlertTray } from '#src/actions/close-alerts.ts'
import type { ReadCalls } from '#src/actions/session-reads.ts'
import { createReadTeller } from '#src/actions/tell-reads.ts'
import { readAlertedChats } from '#src/db/alerted-chats.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { isReadNeed, type KnownNeeds } from '#src/domain/alerts/stale-alerts.ts'
import { logger } from '#src/lib/logger.ts'

/** What a pass asks of its browser. */
export interface AlertsPage {
  /** Null where this device shows no alerts. */
  openTray(): Promise<AlertTray | null>
  hasFocus(): boolean
  isVisible(): boolean
  /** Monotonic, ms. */
  now(): number
}

export interface AlertsPass {
  /** Looks at this device's alerts, and at what is read here. Waits for no call, and never rejects. */
  run(openChatId: string | null): Promise<void>
  /** A person or the line has come back: the environment is asked once more what is over, by the next pass that may. */
  noteReturn(): void
}

/** The pass of one page; `askAgain` has another one follow. At its start it is due to ask the environment. */
export function createAlertsPass(
  workspace: Workspace,
  page: AlertsPage,
  calls: ReadCalls,
  askAgain: () => void,
): AlertsPass {
  const teller = createReadTeller((read) => calls.sendRead(read))
  let isDue = true
  let isAsking = false
  let needs: KnownNeeds | null = null

  async function closeInTray(hasFocus: boolean, readingChatId: string | null): Promise<number> {
    const tray = await page.openTray()
    if (!tray) return 0
    const known = needs
    // For one pass: kept for longer it could end alerts of a log that was restored meanwhile.
    needs = null
    return closeStaleAlerts({
      tray,
      person: { origin: workspace.origin, userId: workspace.user.id },
      readChats: (chatIds) => readAlertedChats(workspace, chatIds),
      view: {
        readingChatId,
        countsRead: hasFocus,
        // A hidden page leaves what a push has just shown: browsers count on it (W3).
        endsOutcomes: page.isVisible(),
        needs: known,
      },
      keepTag: null,
      now: page.now,
    })
  }

  async function noteRead(chatId: string): Promise<void> {
    const chat = (await readAlertedChats(workspace, [chatId])).get(chatId)
    if (chat && chat.rev !== null && isReadNeed(chat)) teller.note({ chatId, rev: chat.rev })
  }

  async function askNeeds(): Promise<void> {
    isDue = false
    isAsking = true
    needs = await calls.fetchNeeds()
    isAsking = false
    if (needs !== null || isDue) askAgain()
  }

  return {
    async run(openChatId) {
      const hasFocus = page.hasFocus()
      const readingChatId = hasFocus ? openChatId : null
      try {
        const shown = await closeInTray(hasFocus, readingChatId)
        if (readingChatId !== null) await noteRead(readingChatId)
        if (!calls.canCall()) return
        void teller.flush()
        if (!isDue || isAsking || !page.isVisible()) return
        if (shown === 0) isDue = false
        else void askNeeds()
      } catch (error) {
        logger.warn('alerts could not be closed', { error: String(error) })
      }
    },
    noteReturn: () => void (isDue = true),
  }
}
