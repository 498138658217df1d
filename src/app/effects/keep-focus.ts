/** Where a lost focus goes: the nearest part of the screen around what had it that has a name. */
const REGIONS = 'dialog[open], [role="dialog"], section[aria-label], aside[aria-label], main'
/** It finds its rows again by itself: they come and go as it is scrolled. */
const OWN_FOCUS = '[aria-label="Chats"]'

/** What had the focus, and everything around it, from the inside out. */
interface Held {
  element: Element
  around: Element[]
}

/**
 * Keeps the keyboard where it was. A control that goes away, or is switched off, by what it did leaves the focus to the part
 * of the screen around it, not to nothing: the next Tab goes on from there, and it is read out. What lands elsewhere by
 * itself is left alone. Returns what ends it.
 */
export function keepFocus(page: Document): () => void {
  let held: Held | null = null

  function onFocusIn({ target }: FocusEvent) {
    held = target instanceof Element ? { element: target, around: listAround(target) } : null
  }

  /** Who leaves a control that stays, as Escape does, means it. */
  function onFocusOut() {
    queueMicrotask(() => {
      if (held !== null && !isGone(held.element) && page.activeElement !== held.element) held = null
    })
  }

  function look() {
    // After what has a better place for it: a dialog that closes, a message box that comes, the Tab that was pressed.
    if (held !== null && isGone(held.element)) window.setTimeout(settle)
  }

  function settle() {
    if (held === null || !isGone(held.element)) return
    const { element, around } = held
    const { activeElement } = page
    if (activeElement !== null && activeElement !== page.body && activeElement !== element) return
    held = null
    if (around.some((part) => part.matches(OWN_FOCUS))) return
    // With a whole screen gone there is the one that came.
    const region =
      around.find((part) => part.isConnected && part.matches(REGIONS)) ?? page.querySelector('main')
    if (!(region instanceof HTMLElement)) return
    if (!region.hasAttribute('tabindex')) region.tabIndex = -1
    region.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(look)
  observer.observe(page.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('focusout', onFocusOut)
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('focusout', onFocusOut)
  }
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled')
}

function listAround(element: Element): Element[] {
  const around: Element[] = []
  for (let part = element.parentElement; part !== null; part = part.parentElement) around.push(part)
  return around
}
