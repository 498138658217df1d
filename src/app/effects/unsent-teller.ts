/** What is asked of the browser. */
export interface UnsentPage {
  isVisible(): boolean
  /** Has the worker say that so many wait, unless somebody looks at another window. */
  tell(count: number): void
  /** Nothing waits: what was said of it leaves the tray. */
  takeBack(): void
}

/**
 * Says of what waits for its writer once it does, where nobody looks at the page (O9). It is called with the ids of all
 * that waits, whenever they may have changed; what waited at the first call is not new.
 */
export function createUnsentTeller(page: UnsentPage): (waiting: readonly string[]) => void {
  let known: ReadonlySet<string> | undefined
  return (waiting) => {
    const before = known
    known = new Set(waiting)
    if (waiting.length === 0) return before?.size === 0 ? undefined : page.takeBack()
    if (before && !page.isVisible() && waiting.some((id) => !before.has(id))) page.tell(waiting.length)
  }
}
