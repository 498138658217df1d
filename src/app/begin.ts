import { restrictSinks } from '#src/lib/trusted-types.ts'
import { showStartFailure } from './start-failure.ts'

/** For a browser that draws no frame although the page is seen. */
const FRAME_PATIENCE_MS = 100

/*
 * The page's first script: it starts the app once the rows of the start layer are painted (W6). The app beside them keeps them
 * off the screen for a third of the time until they are there.
 */
restrictSinks()
watchStart()
if (isLayerShown()) afterFrame(beginApp)
else beginApp()

/** Until something is drawn, what goes wrong would leave an empty page, or the layer for ever: it has words here. */
function watchStart(): void {
  // A part that can't be fetched is told to its element alone.
  addEventListener('error', (event) => (isFatal(event) ? showStartFailure(event) : undefined), true)
}

function isFatal(event: Event): boolean {
  const isOfApp = event instanceof ErrorEvent || event.target instanceof HTMLScriptElement
  return isOfApp && document.getElementById('root')?.childElementCount === 0
}

/** The layer hides `#root` while it shows. A page that nobody sees draws no frame, and has no reader who waits for one. */
function isLayerShown(): boolean {
  const root = document.getElementById('root')
  return root !== null && !document.hidden && getComputedStyle(root).visibility === 'hidden'
}

/** A task that is posted from within a frame comes after it. */
function afterFrame(work: () => void): void {
  let isDone = false
  const workOnce = () => {
    if (isDone) return
    isDone = true
    work()
  }
  requestAnimationFrame(() => setTimeout(workOnce))
  setTimeout(workOnce, FRAME_PATIENCE_MS)
}

/** The worker has kept part of the head in a template; the build names scripts by links (`vite.config.ts`). */
function beginApp(): void {
  for (const template of document.querySelectorAll('template')) {
    document.head.append(template.content)
    template.remove()
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-module]')) {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = link.crossOrigin
    script.src = link.href
    document.head.append(script)
  }
}
