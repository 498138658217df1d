import { readShortcut } from '#src/domain/keys/shortcut.ts'
import { createStore } from './store.ts'
import { readPreference, storePreference } from './preference.ts'

const SINGLE_KEYS = 'single-keys'
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

/**
 * The shortcut without Ctrl, ⌘ or Alt that a key press means ('j', '?', 'ArrowDown'; readShortcut); null where it is none,
 * or not meant as a command: typed into a field, in a dialog or menu.
 */
export function readCommandKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  if (!areSingleKeysOn.get() || isInField(event.target) || isOverlayOpen()) return null
  return readShortcut(event)
}

/** Whether a key press takes back the last step: Ctrl+Z, or Command+Z on a Mac. */
export function isUndo(event: KeyboardEvent): boolean {
  return ['Ctrl+z', 'Meta+z'].includes(readShortcut(event) ?? '')
}

/** Whether a key press brings back what was taken back: with Shift, or Ctrl+Y. */
export function isRedo(event: KeyboardEvent): boolean {
  return ['Ctrl+Shift+z', 'Meta+Shift+z', 'Ctrl+y'].includes(readShortcut(event) ?? '')
}

export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}

/** Whether a dialog or a menu has the keyboard. */
export function isOverlayOpen(): boolean {
  return document.querySelector(OVERLAYS) !== null
}
