import { Link } from '@tanstack/react-router'
import { nearlyFull } from '#src/lib/nearly-full.ts'
import { useStore } from '#src/lib/use-store.ts'
import { EnvironmentBanner } from '#src/features/session/environment-banner.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { waitForLiveRows } from './after-rows.ts'
import { useApp } from './app-context.ts'
import styles from './frame.module.css'
import { acceptUpdate, updateState } from './update.ts'

/** What is said of this device's alerts, after everything that somebody waits for. */
const AlertLines = createDeferredPart(() =>
  waitForLiveRows().then(() => import('./alerts/alert-lines.tsx').then((module) => module.AlertLines)),
)

/** What everybody must know wherever they are. */
export function Banners() {
  const app = useApp()
  const { current } = app.environments
  const update = useStore(updateState)
  const isAlmostFull = useStore(nearlyFull)
  return (
    <>
      {!current.isProduction && <EnvironmentBanner label={current.label} />}
      {app.isMemoryOnly && (
        <Banner tone="warning">
          This browser keeps nothing for this page. What you write is sent only while connected and is gone
          when you close it.
        </Banner>
      )}
      {isAlmostFull && (
        <Banner
          tone="warning"
          action={
            <Link to="/device" className={styles.action}>
              What helps
            </Link>
          }
        >
          This device is almost full.
        </Banner>
      )}
      {update === 'ready' && (
        <Banner tone="info" action={<Button onClick={() => acceptUpdate(app.pauseFlush)}>Update now</Button>}>
          A new version of Bellhop is ready. What you have written is kept.
        </Banner>
      )}
      <AlertLines />
      {update === 'accepted' && <Banner tone="info">Updating … What you have written is kept.</Banner>}
    </>
  )
}
