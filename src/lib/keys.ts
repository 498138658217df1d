import { createStore } from './store.ts'
import { readPreference, storePreference } from './preference.ts'

const SINGLE_KEYS = 'single-keys'
/** What browsers report for a key that belongs to an input method. */
const COMPOSING_KEY_CODE = 229
const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
const OVERLAYS = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Whether keys without a modifier do anything: who speaks to their device, or hits keys by accident, switches them off
 * (WCAG 2.1.4).
 */
export const areSingleKeysOn = createStore(readPreference(SINGLE_KEYS, true))

export function switchSingleKeys(isOn: boolean): void {
  storePreference(SINGLE_KEYS, isOn)
  areSingleKeysOn.set(isOn)
}

/** Whether a key press is meant as a command: not typed into a field, not in a dialog or menu, not composed. */
export function isCommandKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.isComposing || event.keyCode === COMPOSING_KEY_CODE) return false
  return areSingleKeysOn.get() && !isInField(event.target) && !isOverlayOpen()
}

export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}

/** Whether a dialog or a menu has the keyboard. */
export function isOverlayOpen(): boolean {
  return document.querySelector(OVERLAYS) !== null
}
