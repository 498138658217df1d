/** The rows that a window of the list shows, by their places; both ends are shown at least in part. */
export interface RowSpan {
  first: number
  last: number
}

/** A scrolled box, px. */
interface ScrolledBox {
  scrollTop: number
  clientHeight: number
}

/** Which rows of `rowPx` each a box shows; without a height its first one. */
export function findShown({ scrollTop, clientHeight }: ScrolledBox, rowPx: number): RowSpan {
  const top = Math.max(0, scrollTop)
  const first = Math.floor(top / rowPx)
  return { first, last: Math.max(first, Math.ceil((top + clientHeight) / rowPx) - 1) }
}

/** The places that are drawn of `count` rows: those shown, and `spare` more on either side. */
export function listDrawn({ first, last }: RowSpan, count: number, spare: number): number[] {
  const from = Math.max(0, Math.min(first, count - 1) - spare)
  const to = Math.min(count - 1, last + spare)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place)
}

/** How far a box must be scrolled for a row to be wholly within it, px; null where it is. */
export function findScrollTop(index: number, box: ScrolledBox, rowPx: number): number | null {
  const start = index * rowPx
  const end = start + rowPx
  if (start < box.scrollTop) return start
  return end > box.scrollTop + box.clientHeight ? end - box.clientHeight : null
}
