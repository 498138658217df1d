import type { Locator } from 'playwright-core'

export interface ScrollRun {
  frames: number
  worstFrameMs: number
  /** Durations of the tasks of more than 50 ms that ran meanwhile, ms. */
  longTasks: number[]
}

/** A frame's way of a quick finger or wheel, px. */
const STEP_PX = 400
/** At an edge this long without anything new means the end, ms. */
const PATIENCE_MS = 2_000

/** Scrolls an element to its beginning (-1) or end (1), frame by frame, as far as more of it keeps coming. */
export async function scrollThrough(scroller: Locator, direction: 1 | -1): Promise<ScrollRun> {
  return scroller.evaluate(
    async (element, { way, stepPx, patienceMs }) => {
      const longTasks: number[] = []
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longTasks.push(Math.round(entry.duration))
      })
      observer.observe({ type: 'longtask' })
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      let frames = 0
      let worstFrameMs = 0
      let movedAt = performance.now()
      let before = await nextFrame()
      while (performance.now() - movedAt < patienceMs) {
        const top = element.scrollTop
        element.scrollTop = top + way * stepPx
        if (element.scrollTop !== top) movedAt = performance.now()
        const now = await nextFrame()
        frames += 1
        worstFrameMs = Math.max(worstFrameMs, now - before)
        before = now
      }
      observer.disconnect()
      return { frames, worstFrameMs, longTasks }
    },
    { way: direction, stepPx: STEP_PX, patienceMs: PATIENCE_MS },
  )
}
