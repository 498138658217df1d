import { useEffect, useState, type ComponentType } from 'react'
import { useLate } from '#src/lib/use-late.ts'
import { waitForLiveRows, waitForRows } from './after-rows.ts'
import { onReturn } from './visibility.ts'

const loadLate = () => waitForRows().then(() => import('./late.tsx').then((module) => module.Late))
const loadAlertLines = () =>
  waitForLiveRows().then(() => import('./alerts/alert-lines.tsx').then((module) => module.AlertLines))

/** What every screen has once the first rows are there. */
export function LateParts() {
  return <Later load={loadLate} />
}

/** What is said of this device's alerts, after everything that somebody waits for. */
export function LateLines() {
  return <Later load={loadAlertLines} />
}

/** Fetches a part; where that fails, again when the line comes back. */
function Later({ load }: { load: () => Promise<ComponentType> }) {
  const [asked, setAsked] = useState(1)
  const late = useLate(load, asked)
  const hasFailed = late.state === 'problem'
  useEffect(() => {
    if (!hasFailed) return undefined
    return onReturn(() => setAsked((count) => count + 1))
  }, [hasFailed])
  return late.state === 'ready' && <late.value />
}
