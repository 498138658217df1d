/** Less than this is a browser's bar and no keyboard, px. */
const KEYBOARD_MIN_PX = 100

/** What is seen of a page, as in `VisualViewport`, px. */
type View = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>

/**
 * The part of a page that a soft keyboard laid over it leaves to be seen, px; null where there is none. `pageHeight`: of the
 * window without the keyboard. Who has zoomed in sees less, and looks where they want.
 */
export function findVisiblePart(view: View, pageHeight: number): { top: number; height: number } | null {
  if (view.scale > 1 || pageHeight - view.height < KEYBOARD_MIN_PX) return null
  return { top: Math.max(0, view.offsetTop), height: view.height }
}

/** Whether a soft keyboard lies over the page. */
export function hasSoftKeyboard(): boolean {
  const view = window.visualViewport
  return view !== null && findVisiblePart(view, window.innerHeight) !== null
}

/**
 * Keeps the page within what is seen of it while a soft keyboard lies over it, also where the browser moves that (iOS does, to
 * show the field): `--visible-top` and `--visible-height` for the style sheet.
 */
export function followVisibleArea(): void {
  const view = window.visualViewport
  if (!view) return
  const { style } = document.documentElement
  const fit = () => {
    const part = findVisiblePart(view, window.innerHeight)
    for (const [name, value] of [
      ['--visible-top', part?.top],
      ['--visible-height', part?.height],
    ] as const) {
      if (value === undefined) style.removeProperty(name)
      else style.setProperty(name, `${value}px`)
    }
  }
  view.addEventListener('resize', fit)
  view.addEventListener('scroll', fit)
}
