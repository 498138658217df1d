/** As code waits whose page is gone. A new one each time: whoever waits for it is kept by it, a whole world with its databases. */
export const waitForEver = () => new Promise<never>(() => undefined)

/** Who would have waited for it is gone: that it fails is no news to anybody. */
export function forget(promise: unknown): Promise<never> {
  Promise.resolve(promise).catch(() => undefined)
  return waitForEver()
}
