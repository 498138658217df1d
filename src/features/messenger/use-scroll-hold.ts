import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Within this many px of the end the reader counts as being at it. */
const END_PX = 48
/** This close to the top older messages are asked for, px. */
export const TOP_PX = 400

interface Hold {
  /** The first element on screen and how far it stands from the top, px. */
  element: HTMLElement | null
  top: number
}

/**
 * Keeps a log where its reader is: at its end while they are at the end, else with what they read in its place, whatever
 * is added above or below or grows. The browser's own anchoring is off (not every browser has it).
 */
export function useScrollHold(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  onNearTop: () => void,
) {
  const isAtEndRef = useRef(true)
  const hold = useRef<Hold>({ element: null, top: 0 })
  /** Where the log stood when it was last looked at or moved, px. */
  const knownTop = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)

  const lookAt = useCallback(
    (view: HTMLElement) => {
      knownTop.current = view.scrollTop
      const first = findFirstBelow(content.current?.children, view.scrollTop)
      if (first) hold.current = { element: first, top: first.offsetTop - view.scrollTop }
    },
    [content],
  )

  const restore = useCallback(() => {
    const view = scroller.current
    if (!view) return
    // A finger may have moved the log since, and its event is yet to come: that is never undone.
    const moved = readMove(view, knownTop.current)
    if (isAtEndRef.current && moved < 0) {
      isAtEndRef.current = false
      lookAt(view)
      return
    }
    const { element, top } = hold.current
    if (isAtEndRef.current) {
      view.scrollTop = view.scrollHeight
    } else if (element?.isConnected) {
      hold.current = { element, top: top - moved }
      view.scrollTop = element.offsetTop - hold.current.top
    }
    knownTop.current = view.scrollTop
  }, [scroller, lookAt])

  const note = useCallback(() => {
    const view = scroller.current
    if (!view) return
    isAtEndRef.current = view.scrollHeight - view.scrollTop - view.clientHeight < END_PX
    setAtEnd(isAtEndRef.current)
    lookAt(view)
    if (view.scrollTop < TOP_PX) onNearTop()
  }, [scroller, lookAt, onNearTop])

  // After every drawing, before it is painted.
  useLayoutEffect(restore)

  // Pictures, the composer and the keyboard change heights without a drawing.
  useEffect(() => {
    const observer = new ResizeObserver(restore)
    if (scroller.current) observer.observe(scroller.current)
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [scroller, content, restore])

  const jumpToEnd = useCallback(() => {
    isAtEndRef.current = true
    setAtEnd(true)
    knownTop.current = scroller.current?.scrollTop ?? 0
    restore()
  }, [scroller, restore])

  return { isAtEnd, note, jumpToEnd }
}

/** How far a log was moved by its reader, px. What shrank and thereby pushed it to its end did not move it. */
function readMove(view: HTMLElement, knownTop: number): number {
  const isPushed = view.scrollTop + view.clientHeight >= view.scrollHeight - 1
  return isPushed ? 0 : view.scrollTop - knownTop
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
