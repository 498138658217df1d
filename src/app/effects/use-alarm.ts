import { useContext, useEffect } from 'react'
import { claimHelpRequests } from '#src/actions/claim-help-requests.ts'
import type { HelpRequests } from '#src/db/mirror/help-requests.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { loadAlarm, playAlarm } from '#src/features/messenger/list/alarm.ts'
import { logger } from '#src/lib/logger.ts'
import { SoundContext } from '#src/lib/sound-context.ts'

/** A tab that nobody has touched may play nothing: one that was touched claims first. */
const UNTOUCHED_WAIT_MS = 400

/**
 * Rings for a new help request, in exactly one tab. A help request is claimed with sounds off as well: whoever switches them on is
 * not rung for what is old by then.
 */
export function useAlarm(helpRequests: HelpRequests['helpRequests']): void {
  const workspace = useWorkspace()
  const isSoundOn = useContext(SoundContext)
  const key = helpRequests?.map(({ chatId, helpAt }) => `${chatId} ${helpAt ?? ''}`).join('\n')

  useEffect(() => {
    loadAlarm().catch((error: unknown) => logger.warn('the sound is not there', { error: String(error) }))
  }, [])

  useEffect(() => {
    if (key === undefined) return undefined
    const ring = async () => {
      const fresh = await claimHelpRequests(workspace)
      if (fresh.length > 0 && isSoundOn.get()) await playAlarm()
    }
    const timer = window.setTimeout(
      () =>
        void ring().catch((error: unknown) =>
          logger.warn('the sound was not played', { error: String(error) }),
        ),
      navigator.userActivation?.hasBeenActive === false ? UNTOUCHED_WAIT_MS : 0,
    )
    return () => window.clearTimeout(timer)
  }, [workspace, isSoundOn, key])
}
