import { waitFor } from './wait-for.ts'

const QUIET_MS = 1_500

/** Waits until nothing has been asked for over this line for a while. */
export async function waitForQuiet(line: { readonly seen: readonly unknown[] }): Promise<void> {
  let calls = -1
  let since = performance.now()
  await waitFor('the line to be quiet', () => {
    if (line.seen.length !== calls) {
      calls = line.seen.length
      since = performance.now()
    }
    return performance.now() - since > QUIET_MS
  })
}
