import { useEffect, useState } from 'react'

/** What is told in minutes is told anew this often. */
const STEP_MS = 30_000

/** The device's clock, ms, drawn anew twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), STEP_MS)
    return () => window.clearInterval(timer)
  }, [])
  return now
}
