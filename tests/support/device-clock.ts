import type { BrowserContext, Page } from 'playwright-core'

const LATER = 'journey:later'

/**
 * Has the pages of a profile believe that it is `skewMs` later than it is; `passTime` adds to that. Monotonic time goes on
 * as everywhere.
 */
export async function skewClock(context: BrowserContext, skewMs = 0): Promise<void> {
  await context.addInitScript(
    ({ later, from }) => {
      let skew = from
      globalThis.addEventListener(later, (event) => {
        if (event instanceof CustomEvent) skew += Number(event.detail)
      })
      const RealDate = Date
      const now = () => RealDate.now() + skew
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, given: ConstructorParameters<typeof RealDate> | []) =>
          given.length === 0 ? new target(now()) : new target(...given),
        apply: (target) => new target(now()).toString(),
        get: (target, name, receiver): unknown =>
          name === 'now' ? now : Reflect.get(target, name, receiver),
      })
    },
    { later: LATER, from: skewMs },
  )
}

/** Lets time pass on a page whose profile has `skewClock`; it looks at its clock when somebody comes back to it. */
export async function passTime(page: Page, ms: number): Promise<void> {
  await page.evaluate(
    ({ later, span }) => {
      globalThis.dispatchEvent(new CustomEvent(later, { detail: span }))
      document.dispatchEvent(new Event('visibilitychange'))
    },
    { later: LATER, span: ms },
  )
}
