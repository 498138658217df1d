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
  const [isAtEnd, setAtEnd] = useState(true)

  const restore = useCallback(() => {
    const view = scroller.current
    if (!view) return
    const { element, top } = hold.current
    if (isAtEndRef.current) view.scrollTop = view.scrollHeight
    else if (element?.isConnected) view.scrollTop = element.offsetTop - top
  }, [scroller])

  const note = useCallback(() => {
    const view = scroller.current
    if (!view) return
    isAtEndRef.current = view.scrollHeight - view.scrollTop - view.clientHeight < END_PX
    setAtEnd(isAtEndRef.current)
    const children = content.current?.children ?? []
    for (const child of children) {
      if (child instanceof HTMLElement && child.offsetTop + child.offsetHeight > view.scrollTop) {
        hold.current = { element: child, top: child.offsetTop - view.scrollTop }
        break
      }
    }
    if (view.scrollTop < TOP_PX) onNearTop()
  }, [scroller, content, onNearTop])

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
    restore()
  }, [restore])

  return { isAtEnd, note, jumpToEnd }
}
