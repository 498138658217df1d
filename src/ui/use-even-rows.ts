import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { findScrollTop, findShown, type RowSpan } from './even-rows.ts'

interface EvenRowsOptions {
  /** The height of each row, px. */
  rowPx: number
  /** Where the list begins before its box is there, px. */
  startTop: number
}

interface EvenRows {
  /** The `ref` of the box that scrolls. */
  attach(box: HTMLElement | null): void
  shown: RowSpan
  /** Scrolls no further than it takes to see the row, which is drawn a frame later. */
  scrollTo(index: number): void
  /** Scrolls to so many px from the top, and has the rows there drawn with this drawing of the list. */
  jumpTo(top: number): void
}

/**
 * Which rows are visible of a long list whose rows are all of one height: `listDrawn` gives those to draw. A list of rows that have to be measured is
 * `list/rows/use-virtual-rows`; its library is 10 kB that the first screen need not wait for.
 */
export function useEvenRows({ rowPx, startTop }: EvenRowsOptions): EvenRows {
  const scroller = useRef<HTMLElement>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  // It comes and goes with the list, which is not there while nothing was read.
  const attach = useCallback((next: HTMLElement | null) => {
    scroller.current = next
    setBox(next)
  }, [])
  const [shown, setShown] = useState(() => findShown({ scrollTop: startTop, clientHeight: 0 }, rowPx))
  const look = useCallback(() => {
    if (!scroller.current) return
    const next = findShown(scroller.current, rowPx)
    setShown((before) => (isSame(before, next) ? before : next))
  }, [rowPx])
  const jumpTo = useCallback(
    (top: number) => {
      if (scroller.current) scroller.current.scrollTop = top
      look()
    },
    [look],
  )

  useLayoutEffect(() => {
    if (!box) return undefined
    // Drawn within the frame that shows the box there: later, its rows would be missing in it.
    const onScroll = () => flushSync(look)
    const resizing = new ResizeObserver(look)
    look()
    resizing.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resizing.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [box, look])

  return {
    attach,
    shown,
    scrollTo(index) {
      const top = scroller.current && findScrollTop(index, scroller.current, rowPx)
      if (top !== null) jumpTo(top)
    },
    jumpTo,
  }
}

function isSame(one: RowSpan, other: RowSpan): boolean {
  return one.first === other.first && one.last === other.last
}
