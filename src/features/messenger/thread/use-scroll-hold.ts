import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Within this many px of the end the reader counts as being at it. */
const END_PX = 48
/** This close to an edge of what is drawn the next step is asked for, px. */
export const EDGE_PX = 400

interface Hold {
  /** The first element on screen and how far it stands from the log's top, px. */
  element: HTMLElement | null
  top: number
  /** Where the log's top was on the screen then, px: a notice above it pushes it down. */
  viewTop: number
}

/** Where a log stood when it was last looked at or moved, and where its end was then, px. */
interface Seen {
  top: number
  end: number
}

interface Edges {
  /** Whether nothing follows what is drawn: only there the log sticks to its end. */
  isOpenEnd: boolean
  onNearTop(): void
  onNearBottom(): void
}

/**
 * Keeps a log where its reader is: at its end while they are at the end, else with what they read in its place, whatever
 * is added, taken away or grows above, below or over the log. The browser's own anchoring is off (not every browser has it).
 */
export function useScrollHold(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { isOpenEnd, onNearTop, onNearBottom }: Edges,
) {
  const isAtEndRef = useRef(true)
  const hold = useRef<Hold>({ element: null, top: 0, viewTop: 0 })
  const seen = useRef<Seen>({ top: 0, end: 0 })
  /** The reader wants the end, and it is not drawn yet: until it is, nothing leads them elsewhere. */
  const isLeaving = useRef(false)
  const isLaidOut = useRef(false)
  const [isAtEnd, setAtEnd] = useState(true)

  const lookAt = useCallback(
    (view: HTMLElement) => {
      seen.current = readSeen(view)
      const first = skipLines(findFirstBelow(content.current?.children, view.scrollTop))
      if (!first) return
      hold.current = { element: first, top: first.offsetTop - view.scrollTop, viewTop: readTop(view) }
    },
    [content],
  )

  const restore = useCallback(() => {
    const view = scroller.current
    if (!view) return
    if (isLeaving.current && isOpenEnd) {
      isLeaving.current = false
      isAtEndRef.current = true
      seen.current = readSeen(view)
    }
    // A finger may have moved the log since, and its event is yet to come: that is never undone. What was drawn above in the
    // same moment is made up for all the same, by what was held at the end.
    const moved = readMove(view, seen.current)
    if (moved < 0) isAtEndRef.current = false
    if (isAtEndRef.current) {
      view.scrollTop = view.scrollHeight
      lookAt(view)
      return
    }
    const { element, top, viewTop } = hold.current
    if (element?.isConnected) {
      const now = readTop(view)
      hold.current = { element, top: top - moved - (now - viewTop), viewTop: now }
      view.scrollTop = element.offsetTop - hold.current.top
    }
    seen.current = readSeen(view)
  }, [scroller, lookAt, isOpenEnd])

  const note = useCallback(() => {
    const view = scroller.current
    if (!view || isLeaving.current) return
    // Pushed down since, and the drawing that makes up for it is yet to come.
    const pushed = hold.current.element === null ? 0 : readTop(view) - hold.current.viewTop
    if (!isAtEndRef.current && pushed !== 0) view.scrollTop += pushed
    // A log that has shrunk or grown under a reader at its end is led there again: they have not moved it.
    const isUnmoved = isAtEndRef.current && isOpenEnd && readMove(view, seen.current) >= 0
    if (isUnmoved && readBelow(view) >= END_PX) view.scrollTop = view.scrollHeight
    const below = readBelow(view)
    isAtEndRef.current = isOpenEnd && below < END_PX
    setAtEnd(isAtEndRef.current)
    lookAt(view)
    if (view.scrollTop < EDGE_PX) onNearTop()
    if (below < EDGE_PX && !isOpenEnd) onNearBottom()
  }, [scroller, lookAt, isOpenEnd, onNearTop, onNearBottom])

  // After every drawing, before it is painted.
  useLayoutEffect(() => {
    if (isLaidOut.current) restore()
  })

  // Pictures, the composer and the keyboard change heights without a drawing. The first look is at a log that has just been
  // laid out and is not painted yet: asking for its heights any sooner would have it laid out within the press that opened it.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      isLaidOut.current = true
      restore()
    })
    if (scroller.current) observer.observe(scroller.current)
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [scroller, content, restore])

  const jumpToEnd = useCallback(() => {
    isLeaving.current = !isOpenEnd
    isAtEndRef.current = true
    setAtEnd(true)
    if (scroller.current) seen.current = readSeen(scroller.current)
    restore()
  }, [scroller, restore, isOpenEnd])

  /** Puts an element into the middle, and keeps it there. */
  const showElement = useCallback(
    (element: HTMLElement) => {
      const view = scroller.current
      if (!view) return
      isLeaving.current = false
      isAtEndRef.current = false
      setAtEnd(false)
      const top = Math.max(0, (view.clientHeight - element.offsetHeight) / 2)
      hold.current = { element, top, viewTop: readTop(view) }
      seen.current = readSeen(view)
      restore()
    },
    [scroller, restore],
  )

  /** Keeps what is on screen where it is, at the log's end as well: what is about to grow is read from where it was. */
  const holdHere = useCallback(() => {
    const view = scroller.current
    if (!view) return
    isAtEndRef.current = false
    setAtEnd(false)
    lookAt(view)
  }, [scroller, lookAt])

  return { isAtEnd, note, jumpToEnd, showElement, holdHere }
}

function readTop(view: HTMLElement): number {
  return view.getBoundingClientRect().top
}

/** How much of the log is below what is seen, px. */
function readBelow(view: HTMLElement): number {
  return view.scrollHeight - view.scrollTop - view.clientHeight
}

/** The first child that reaches below `top`: the children stand in order, so halving finds it. */
function findFirstBelow(children: HTMLCollection | undefined, top: number): HTMLElement | null {
  if (!children) return null
  let low = 0
  let high = children.length - 1
  let found: HTMLElement | null = null
  while (low <= high) {
    const middle = (low + high) >> 1
    const child = children[middle]
    if (!(child instanceof HTMLElement)) return null
    if (child.offsetTop + child.offsetHeight > top) {
      found = child
      high = middle - 1
    } else {
      low = middle + 1
    }
  }
  return found
}

/** A line between messages is drawn anew when older ones come in above it: the message below it is what stays. */
function skipLines(child: HTMLElement | null): HTMLElement | null {
  let found: Element | null = child
  while (found instanceof HTMLElement && found.dataset['line'] !== undefined) found = found.nextElementSibling
  return found instanceof HTMLElement ? found : child
}

function readSeen(view: HTMLElement): Seen {
  return { top: view.scrollTop, end: view.scrollHeight - view.clientHeight }
}

/**
 * How far a log was moved by its reader, px. What shrank and thereby pushed it to its end did not move it, nor did the
 * rounding of a place whose heights have fractions: where the end has moved as well, it is a px off by itself.
 */
function readMove(view: HTMLElement, seen: Seen): number {
  const { top, end } = readSeen(view)
  const moved = top - seen.top
  const isPushed = top >= end - 1
  const isRounded = end !== seen.end && Math.abs(moved) < 2
  return isPushed || isRounded ? 0 : moved
}
