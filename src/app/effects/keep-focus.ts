/** Where a lost focus goes: the nearest part of the screen around what had it that has a name. */
const REGIONS = 'dialog[open], [role="dialog"], section[aria-label], aside[aria-label], main'
/** It finds its rows again by itself: they come and go as it is scrolled. */
const OWN_FOCUS = '[aria-label="Chats"]'
/** Attributes that hide parts of the screen when they change: there a link may take itself off the screen. */
const HIDING = ['data-screen', 'data-chat']

/** What had the focus, and everything around it, from the inside out. */
interface Held {
  element: Element
  around: Element[]
}

/**
 * Keeps the keyboard where it was. A control that goes away, is hidden or switched off by what it did leaves the focus to the
 * part of the screen around it, not to nothing: the next Tab goes on from there, and it is read out. Where one column shows
 * at a time, that is the column that comes. What lands elsewhere by itself is left alone. Returns what ends it.
 */
export function keepFocus(page: Document): () => void {
  // It is deferred: somebody may have begun.
  let held = readHeld(page.activeElement)
  /** Has the focus for a column that is yet to be drawn. */
  let standIn: Element | null = null

  function onFocusIn({ target }: FocusEvent) {
    if (target !== standIn) standIn = null
    held = readHeld(target)
  }

  /** Who leaves a control that stays, as Escape does, means it. */
  function onFocusOut() {
    queueMicrotask(() => {
      if (held !== null && !isGone(held.element) && isShown(held.element)) {
        if (page.activeElement !== held.element) held = null
      }
    })
  }

  function look(changes: readonly MutationRecord[]) {
    if (held === null) return
    // Whether something is shown costs a layout, so that is asked only after what may have hidden it.
    const mayBeHidden = changes.some(({ attributeName }) => HIDING.includes(attributeName ?? ''))
    const isLost = isGone(held.element) || (mayBeHidden && !isShown(held.element))
    // After what has a better place for it: a dialog that closes, a message box that comes, the Tab that was pressed.
    if (isLost || standIn !== null) window.setTimeout(settle)
  }

  function settle() {
    if (standIn !== null && page.activeElement === standIn) return void moveOn(standIn)
    if (held === null || (!isGone(held.element) && isShown(held.element))) return
    const { element, around } = held
    const { activeElement } = page
    if (activeElement !== null && activeElement !== page.body && activeElement !== element) return
    held = null
    if (around.some((part) => part.matches(OWN_FOCUS) && isShown(part))) return
    // With a whole screen gone there is the one that came.
    const region = around.find((part) => part.matches(REGIONS) && isShown(part)) ?? page.querySelector('main')
    if (region === null || moveOn(region)) return
    standIn = region.hasAttribute('data-screen') ? region : null
    focus(region)
  }

  /** From a screen of columns on to the one that it shows, if that is drawn. */
  function moveOn(screen: Element): boolean {
    const column = findColumn(screen)
    if (column === null) return false
    standIn = null
    focus(column)
    return true
  }

  const observer = new MutationObserver(look)
  observer.observe(page.body, { childList: true, subtree: true, attributeFilter: ['disabled', ...HIDING] })
  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('focusout', onFocusOut)
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('focusout', onFocusOut)
  }
}

function readHeld(target: EventTarget | null): Held | null {
  return target instanceof Element ? { element: target, around: listAround(target) } : null
}

function focus(part: Element): void {
  if (!(part instanceof HTMLElement)) return
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1
  part.focus({ preventScroll: true })
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled')
}

/** Whether it has a place on the screen; what is gone has none. */
function isShown(element: Element): boolean {
  return element.getClientRects().length > 0
}

/** What has a name in the column that `data-screen` names. */
function findColumn(screen: Element): Element | null {
  const name = screen.getAttribute('data-screen')
  if (name === null) return null
  return screen.querySelector(`[data-column="${name}"]`)?.querySelector(REGIONS) ?? null
}

function listAround(element: Element): Element[] {
  const around: Element[] = []
  for (let part = element.parentElement; part !== null; part = part.parentElement) around.push(part)
  return around
}
