import { useEffect, useLayoutEffect } from 'react'
import { logger } from '#src/lib/logger.ts'
import { removeStartLayer } from '#src/lib/start-layer.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

/** A screen that failed: reloading loses nothing, all of it is stored. */
export function ScreenError({ error }: { error: unknown }) {
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
