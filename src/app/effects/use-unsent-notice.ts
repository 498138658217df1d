import { useEffect, useState } from 'react'
import { tellOfUnsent, UNSENT_TAG } from '#src/lib/unsent-notice.ts'
import { isVisible } from '../visibility.ts'
import { openTray } from './alert-tray.ts'
import { createUnsentTeller } from './unsent-teller.ts'
import type { Failure } from './use-failures.ts'

/** Keeps the notification of what waits for its writer true, where this device may show any (O9). */
export function useUnsentNotice(failures: readonly Failure[] | undefined): void {
  const [see] = useState(() => createUnsentTeller({ isVisible, tell, takeBack }))
  useEffect(() => {
    if (failures) see(failures.map(({ operation }) => operation.id))
  }, [failures, see])
}

function tell(count: number): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(tellOfUnsent(count)))
}

/** Where it can't be closed it stays: a tap on it shows that nothing waits. */
function takeBack(): void {
  openTray()
    .then((tray) =>
      tray?.takeTurn(async () => {
        for (const shown of await tray.list()) if (shown.tag === UNSENT_TAG) shown.close()
      }),
    )
    .catch(() => undefined)
}
