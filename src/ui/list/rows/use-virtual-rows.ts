import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** Before rows are measured, px: one line of a table; a card is measured as soon as it is drawn. */
const ROW_PX = 56
const OVERSCAN = 8
/** Before the window is measured: what a small one shows. The rest of a larger one's rows are in the same frame. */
const FIRST_PX = 500

interface VirtualRowsOptions {
  ids: readonly string[]
  /** Null before it is drawn. */
  scroller: HTMLElement | null
  /** What holds the rows, somewhere below the top of what scrolls. */
  list: RefObject<HTMLElement | null>
  /** The row that has the focus stays drawn, wherever it is scrolled to. */
  focused: string | null
}

interface VirtualRows {
  items: readonly { index: number; startPx: number }[]
  totalPx: number
  measure(element: HTMLElement | null): void
  /** Brings a row to the middle of the window, also one that was never measured. */
  scrollTo(index: number): void
}

/** Draws the rows around what is visible, never ten thousand. They may be of any height. */
export function useVirtualRows({ ids, scroller, list, focused }: VirtualRowsOptions): VirtualRows {
  const marginPx = useMarginPx(scroller, list)
  // What nobody sees yet is drawn after what is seen.
  const [hasShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  // With another function every place would be worked out anew at every drawing.
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids])
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: hasShown ? OVERSCAN : 0,
    scrollMargin: marginPx,
    initialRect: { width: 0, height: FIRST_PX },
    rangeExtractor: (range) => withFocused(range, focused === null ? -1 : ids.indexOf(focused)),
  })
  return {
    items: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, startPx: start - marginPx })),
    totalPx: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
  }
}

function withFocused(range: Range, focused: number): number[] {
  const drawn = defaultRangeExtractor(range)
  if (focused < 0 || drawn.includes(focused)) return drawn
  return [...drawn, focused].sort((one, other) => one - other)
}

/** How far the list is below the top of what scrolls, px. What stands above it comes and goes. */
function useMarginPx(scroller: HTMLElement | null, list: RefObject<HTMLElement | null>): number {
  const [marginPx, setMarginPx] = useState(0)
  useLayoutEffect(() => {
    const parent = list.current?.parentElement
    if (!parent || !scroller) return undefined
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      setMarginPx(Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const part of scroller.children) observer.observe(part)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [scroller, list])
  return marginPx
}
