/** A page that is not drawn has no frames. */
const LONGEST_FRAME_MS = 200

/** Lets the page do what waits. A timer would wait for 4 ms each time. */
export function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/**
 * Runs once, when the page has done what waits, or before it at the next key or press: what a person does then is for what
 * they chose. After a moment in which the page was frozen these are all there at once.
 */
export function runSoon(run: () => void): void {
  const done = new AbortController()
  const { signal } = done
  const runOnce = () => {
    if (signal.aborted) return
    done.abort()
    run()
  }
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, runOnce, { capture: true, signal })
  void waitForTurn().then(runOnce)
}

/** Lets the page show what it has drawn: ends after its next frame, or after 200 ms where nobody sees it. */
export async function waitForFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      resolve()
    })
  })
  await waitForTurn()
}
