import { useState } from 'react'
import { askToInstall } from '#src/lib/install-prompt.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { InstallSteps } from './install-section.tsx'
import styles from './install.module.css'

interface InstallOfferProps {
  /** Whether the browser can be asked; if not, the user is shown the steps. */
  isAskable: boolean
  /** It was answered: take it off the screen. */
  onClose(): void
}

/** Offers to install Bellhop, once on a device. */
export function InstallOffer({ isAskable, onClose }: InstallOfferProps) {
  // The browser can be asked once: what is offered stays what it was while its question is open.
  const [asks] = useState(isAskable)
  const [showsSteps, setShowsSteps] = useState(false)

  function install() {
    // The browser's own question follows; what it is answered with needs no words of ours.
    if (asks) void askToInstall().finally(onClose)
    else setShowsSteps(true)
  }

  return (
    <>
      <Banner
        tone="info"
        action={
          <span className={styles.ways}>
            <Button look="primary" onClick={install}>
              {asks ? 'Install' : 'Show how'}
            </Button>
            <Button look="quiet" onClick={onClose}>
              Not now
            </Button>
          </span>
        }
      >
        {asks
          ? 'Install Bellhop on this device? It then starts from its own icon, without a line too.'
          : 'Put Bellhop on the Home Screen? It then starts from its own icon, and alerts can reach this device.'}
      </Banner>
      {showsSteps && (
        <Dialog title="Add to Home Screen" onClose={onClose}>
          <InstallSteps />
        </Dialog>
      )}
    </>
  )
}
