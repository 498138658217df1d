import { nearlyFull } from '#src/lib/nearly-full.ts'
import { unsavedForm } from '#src/lib/unsaved-form.ts'
import { useStore } from '#src/lib/use-store.ts'
import { EnvironmentBanner } from '#src/features/session/environment-banner.tsx'
import { ScreenLink } from '#src/ui/address-link.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { waitForWords } from './after-rows.ts'
import { useApp } from './app-context.ts'
import styles from './frame.module.css'
import { reloadNeeded } from './reload-stuck-chunk.ts'
import { updateState } from './update-state.ts'
import { acceptUpdate } from './update.ts'

const KEPT = 'What you have written is kept.'
/** A form is gone with the page. */
const SAVE_FIRST = 'Save what you have changed here first.'

/** What is said of this device's alerts, after everything that somebody waits for. */
const AlertLines = createDeferredPart(() =>
  waitForWords().then(() => import('./alerts/alert-lines.tsx').then((module) => module.AlertLines)),
)

/** What everybody must know wherever they are. */
export function Banners() {
  const app = useApp()
  const { current } = app.environments
  const update = useStore(updateState)
  const isAlmostFull = useStore(nearlyFull)
  const isReloadNeeded = useStore(reloadNeeded)
  const isUnsaved = useStore(unsavedForm)
  const reload = () => void app.pauseFlush().finally(() => window.location.reload())
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
            <ScreenLink to="/device" className={styles.action}>
              What helps
            </ScreenLink>
          }
        >
          This device is almost full.
        </Banner>
      )}
      {update === 'ready' && (
        <Banner
          tone="info"
          action={isUnsaved ? null : <Button onClick={() => acceptUpdate(app.pauseFlush)}>Update now</Button>}
        >
          {`A new version of Bellhop is ready. ${isUnsaved ? SAVE_FIRST : KEPT}`}
        </Banner>
      )}
      {isReloadNeeded && update === 'none' && (
        <Banner tone="warning" action={isUnsaved ? null : <Button onClick={reload}>Reload</Button>}>
          {`A part of this page could not be loaded: it takes a reload. ${isUnsaved ? SAVE_FIRST : KEPT}`}
        </Banner>
      )}
      <AlertLines />
      {update === 'accepted' && <Banner tone="info">{`Updating … ${KEPT}`}</Banner>}
    </>
  )
}
