import { useEffect, useLayoutEffect } from 'react'
import { logger } from '#src/lib/logger.ts'
import { removeStartLayer } from '#src/lib/start-layer.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

/** What fails again within this time is not tried again by itself, ms. */
const AGAIN_MS = 30_000
let lastTriedAt = -Infinity

interface ScreenErrorProps {
  error: unknown
  /** Draws the screen anew. */
  reset?(): void
}

/**
 * A screen that failed: it is drawn anew by itself once, for what broke it is mostly gone by then (an extension or a translator
 * that changed the page). Reloading loses nothing either: all of it is stored.
 */
export function ScreenError({ error, reset }: ScreenErrorProps) {
  useLayoutEffect(() => {
    const now = Date.now()
    if (!reset || now - lastTriedAt < AGAIN_MS) return
    lastTriedAt = now
    reset()
  }, [reset])
  useLayoutEffect(removeStartLayer, [])
  useEffect(() => logger.error('a screen failed', { error: String(error) }), [error])
  return (
    <Notice
      title="This screen could not be shown"
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      What you have written is kept. Reload the page; without a connection, try again when it is back.
    </Notice>
  )
}
