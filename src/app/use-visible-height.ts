import { useEffect } from 'react'

/** Less than this is a browser's bar and no keyboard, px. */
const KEYBOARD_MIN_PX = 100

/**
 * Keeps the frame above a soft keyboard where the browser lays it over the page (iOS): the frame's height becomes what
 * can be seen, as `--visible-height`.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const fit = () => {
      const { style } = document.documentElement
      if (window.innerHeight - view.height < KEYBOARD_MIN_PX || view.scale > 1) {
        style.removeProperty('--visible-height')
        return
      }
      style.setProperty('--visible-height', `${view.height}px`)
      window.scrollTo(0, 0)
    }
    view.addEventListener('resize', fit)
    return () => view.removeEventListener('resize', fit)
  }, [])
}
