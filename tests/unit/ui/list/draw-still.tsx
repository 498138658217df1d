import { renderToStaticMarkup } from 'react-dom/server'
import type { Elements } from '#src/lib/elements.ts'
import { Mantine } from '#src/ui/mantine.tsx'

/** A screen's markup as it is drawn first, within what its route puts around it. */
export function drawStill(screen: Elements): string {
  return renderToStaticMarkup(<Mantine>{screen}</Mantine>)
}
