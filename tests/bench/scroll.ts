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

/** Types into a field letter by letter, and watches the page until it has been quiet for a while. */
export async function typeSlowly(field: Locator, text: string): Promise<ScrollRun> {
  return field.evaluate(
    async (element, { letters, patienceMs }) => {
      if (!(element instanceof HTMLInputElement)) throw new Error('that is no field')
      const longTasks: number[] = []
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longTasks.push(Math.round(entry.duration))
      })
      observer.observe({ type: 'longtask' })
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      element.focus()
      let frames = 0
      let worstFrameMs = 0
      let before = await nextFrame()
      const watchFor = async (ms: number) => {
        for (const until = performance.now() + ms; performance.now() < until;) {
          const now = await nextFrame()
          frames += 1
          worstFrameMs = Math.max(worstFrameMs, now - before)
          before = now
        }
      }
      for (const letter of letters) {
        element.setRangeText(letter, element.value.length, element.value.length, 'end')
        element.dispatchEvent(
          new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }),
        )
        await watchFor(120)
      }
      await watchFor(patienceMs)
      observer.disconnect()
      return { frames, worstFrameMs, longTasks }
    },
    { letters: [...text], patienceMs: PATIENCE_MS },
  )
}
