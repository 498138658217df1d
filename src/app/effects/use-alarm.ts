import { useContext, useEffect } from 'react'
import { claimCries } from '#src/actions/claim-cries.ts'
import type { Cries } from '#src/db/mirror/cries.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { loadAlarm, playAlarm } from '#src/features/messenger/list/alarm.ts'
import { logger } from '#src/lib/logger.ts'
import { SoundContext } from '#src/lib/sound-context.ts'

/** A tab that nobody has touched may play nothing: one that was touched claims first. */
const UNTOUCHED_WAIT_MS = 400

/**
 * Rings for a new cry for help, in exactly one tab. A cry is claimed with sounds off as well: whoever switches them on is
 * not rung for what is old by then.
 */
export function useAlarm(cries: Cries['cries']): void {
  const workspace = useWorkspace()
  const isSoundOn = useContext(SoundContext)
  const key = cries?.map(({ chatId, helpAt }) => `${chatId} ${helpAt ?? ''}`).join('\n')

  useEffect(() => {
    loadAlarm().catch((error: unknown) => logger.warn('the sound is not there', { error: String(error) }))
  }, [])

  useEffect(() => {
    if (key === undefined) return undefined
    const ring = async () => {
      const fresh = await claimCries(workspace)
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
