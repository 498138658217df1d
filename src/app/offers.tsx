import { useEffect, useState } from 'react'
import { claimOffer } from '#src/actions/claim-offer.ts'
import { readOwnWork, type OwnWork } from '#src/db/mirror/own-work.ts'
import { readOffersMade } from '#src/db/session/offers.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { recognisePlatform } from '#src/domain/devices/platform.ts'
import type { AlertsController } from '#src/features/alerts/alerts-controller.ts'
import { evaluateHealth } from '#src/features/alerts/health.ts'
import { canInstall } from '#src/lib/install-prompt.ts'
import { logger } from '#src/lib/logger.ts'
import { isStandalone } from '#src/lib/platform.ts'
import { onQuietMoment } from '#src/lib/quiet-moment.ts'
import { useStore } from '#src/lib/use-store.ts'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { useApp } from './app-context.ts'
import { chooseOffer, type OfferName } from './choose-offer.ts'

/** Messages that come in fast wake this query too. */
const LOOK_AGAIN_MS = 2_000
const NO_WORK: OwnWork = { hasTakenOver: false, hasAnswered: false }
const NAMES: readonly OfferName[] = ['alerts', 'install']

const AlertsOffer = createDeferredPart(() =>
  import('#src/features/alerts/alerts-offer.tsx').then((module) => module.AlertsOffer),
)
const InstallOffer = createDeferredPart(() =>
  import('#src/features/install/install-offer.tsx').then((module) => module.InstallOffer),
)
const PARTS: Record<OfferName, { preload(): Promise<void> }> = { alerts: AlertsOffer, install: InstallOffer }

interface OffersProps {
  controller: AlertsController
  /** Nothing is offered here: what was shown already is there again elsewhere. */
  isPaused: boolean
}

/** What Bellhop offers by itself: one offer while a person is signed in, in a quiet moment, and each once on a device. */
export function Offers({ controller, isPaused }: OffersProps) {
  const [shown, setShown] = useState<OfferName | 'none-yet' | 'answered'>('none-yet')
  const isAskable = useStore(canInstall)
  const close = () => setShown('answered')
  if (isPaused) return null
  switch (shown) {
    case 'none-yet':
      return <Waiting controller={controller} onDue={setShown} />
    case 'alerts':
      return <AlertsOffer controller={controller} onClose={close} />
    case 'install':
      return <InstallOffer isAskable={isAskable} onClose={close} />
    case 'answered':
      return null
  }
}

/** Draws nothing: waits for the first offer that is due. */
function Waiting({ controller, onDue }: { controller: AlertsController; onDue(offer: OfferName): void }) {
  const { sessionDb } = useApp()
  const workspace = useWorkspace()
  const due = useDueOffer(controller)

  useEffect(() => {
    if (due === null) return undefined
    return onQuietMoment(() => {
      // An offer is made once: it is there before it is claimed.
      PARTS[due]
        .preload()
        .then(() => claimOffer(sessionDb, writeName(due, workspace)))
        // Once it is claimed it is not due any more: it is shown all the same.
        .then((isOurs) => (isOurs ? onDue(due) : undefined))
        .catch((error: unknown) => logger.warn('an offer could not be noted', { error: String(error) }))
    })
  }, [due, sessionDb, workspace, onDue])
  return null
}

function useDueOffer(controller: AlertsController): OfferName | null {
  const { sessionDb } = useApp()
  const workspace = useWorkspace()
  const facts = useStore(controller.facts)
  const isAskable = useStore(canInstall)
  const made = useLive(workspace, 'offers', async () => {
    const names = await readOffersMade(
      sessionDb,
      NAMES.map((name) => writeName(name, workspace)),
    )
    return new Set(NAMES.filter((name) => names.has(writeName(name, workspace))))
  })
  // With nothing left to offer nothing is looked at.
  const isOver = made === undefined || NAMES.every((name) => made.has(name))
  const work = useLive(
    workspace,
    `own-work:${isOver}`,
    () => (isOver ? Promise.resolve(NO_WORK) : readOwnWork(workspace.mirror, workspace.user)),
    { restMs: LOOK_AGAIN_MS },
  )
  if (made === undefined || work === undefined || facts.isBusy) return null
  return chooseOffer({
    work,
    made,
    health: evaluateHealth(facts, controller.me).kind,
    hadAlerts: facts.wish !== null,
    isStandalone: isStandalone(),
    canInstall: isAskable || isInstalledBySteps(),
  })
}

/** Where the browser can't be asked and the way is worth showing: an iPhone's Safari, whose alerts need it too. */
function isInstalledBySteps(): boolean {
  const { system, browser } = recognisePlatform(navigator.userAgent, navigator.maxTouchPoints)
  return system === 'ios' && browser === 'safari'
}

function writeName(offer: OfferName, { origin, user }: Workspace): string {
  return offer === 'alerts' ? `alerts ${origin} ${user.id}` : offer
}
