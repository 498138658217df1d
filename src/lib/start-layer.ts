import { START_LAYER_ID } from './start-layer-id.ts'

/*
 * The start layer (W6): the newest chats, which the worker has drawn beside `#root` into the page that it answers a start
 * with. It is on screen before any script has run, and goes when the list itself is drawn.
 */
/** The layer's list. */
const LIST = '.start-list'
/** What the list that takes the layer's place is marked with, so that its place can be noted for the next start. */
export const LIST_ATTRIBUTE = 'data-start-list'

/** How far its reader has scrolled the layer, px; 0 where there is none. */
export function readStartScroll(): number {
  return findLayer()?.querySelector(LIST)?.scrollTop ?? 0
}

/**
 * Takes the layer away, with which `#root` shows. To be called before the browser paints what takes its place. Marks when
 * the layer's rows were painted: they are what the person has seen first.
 */
export function removeStartLayer(): void {
  const layer = findLayer()
  if (!layer) return
  const isShown = getComputedStyle(layer).display !== 'none'
  layer.remove()
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  if (isShown && paint) performance.mark('bellhop:rows-visible', { startTime: paint.startTime })
}

function findLayer(): HTMLElement | null {
  return document.getElementById(START_LAYER_ID)
}
