import { useEffect, useState } from 'react'
import { useLate } from '#src/lib/use-late.ts'
import { waitForRows } from './after-rows.ts'
import { onReturn } from './visibility.ts'

const loadLate = () => waitForRows().then(() => import('./late.tsx').then((module) => module.Late))

/** Fetches what every screen has once the first rows are there; where that fails, again when the line comes back. */
export function LateParts() {
  const [asked, setAsked] = useState(1)
  const late = useLate(loadLate, asked)
  const hasFailed = late.state === 'problem'
  useEffect(() => {
    if (!hasFailed) return undefined
    return onReturn(() => setAsked((count) => count + 1))
  }, [hasFailed])
  return late.state === 'ready' && <late.value />
}
