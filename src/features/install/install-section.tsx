import { useState } from 'react'
import { recognisePlatform } from '#src/domain/devices/platform.ts'
import { askToInstall, canInstall } from '#src/lib/install-prompt.ts'
import { isStandalone } from '#src/lib/platform.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import { Steps } from '#src/ui/steps.tsx'
import { listInstallSteps } from './install-steps.ts'
import styles from './install.module.css'

/** How Bellhop gets an icon of its own on this device; nothing where it runs from one. */
export function InstallSection() {
  const isAskable = useStore(canInstall)
  const [isInstalled] = useState(() => isStandalone())
  const [hasAccepted, setAccepted] = useState(false)
  if (isInstalled) return null
  return (
    <section className={styles.card} aria-labelledby="install-heading">
      <h2 id="install-heading">Install Bellhop</h2>
      <p>
        With an icon of its own Bellhop starts at once, without a line too, and alerts open it where they
        lead.
      </p>
      {hasAccepted ? (
        <p role="status">It is being installed. Open it from its new icon.</p>
      ) : isAskable ? (
        <Button
          look="primary"
          className={styles.install}
          onClick={() => void askToInstall().then((answer) => setAccepted(answer === 'accepted'))}
        >
          Install
        </Button>
      ) : (
        <InstallSteps />
      )}
    </section>
  )
}

/** The steps on this device, in words where there are none. */
export function InstallSteps() {
  const [steps] = useState(() =>
    listInstallSteps(recognisePlatform(navigator.userAgent, navigator.maxTouchPoints)),
  )
  if (steps.length === 0) {
    return <p>This browser can’t install it. Chrome, Edge and, on a Mac or an iPhone, Safari can.</p>
  }
  return <Steps steps={steps} />
}
