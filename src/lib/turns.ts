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
