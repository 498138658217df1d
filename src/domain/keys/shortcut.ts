import { isComposing, type KeyPress } from './key-press.ts'

/** On which key of an English keyboard a letter or one of our signs has its place, by KeyboardEvent.code. */
const LETTER_PLACE = /^Key([A-Z])$/
const SIGN_PLACES: Readonly<Record<string, { plain: string; shifted: string }>> = {
  Slash: { plain: '/', shifted: '?' },
}

/**
 * Names the shortcut that a key press means: 'j', 'Shift+j', 'Ctrl+k', 'Meta+k', 'Alt+Enter', 'ArrowDown', '/' and '?'.
 * A letter counts as the layout has it, letter case and Caps Lock aside; where the layout writes no Latin letter there
 * (Cyrillic, Greek, Hebrew, Arabic and others), by the key's place. Null: it is typing, of an input method or with AltGr.
 */
export function readShortcut(press: KeyPress): string | null {
  if (isComposing(press) || isAltGr(press)) return null
  const name = nameKey(press)
  if (name === null) return null
  const modifiers = [
    press.ctrlKey && 'Ctrl',
    press.metaKey && 'Meta',
    press.altKey && 'Alt',
    // Whether a sign needs Shift is the layout's affair.
    press.shiftKey && !isSign(name) && 'Shift',
  ].filter((modifier) => modifier !== false)
  return [...modifiers, name].join('+')
}

/** Windows reports AltGr as Ctrl and Alt at once, too. */
function isAltGr(press: KeyPress): boolean {
  return press.getModifierState('AltGraph') || (press.ctrlKey && press.altKey)
}

function nameKey({ key, code, shiftKey }: KeyPress): string | null {
  // Full-width letters are letters.
  const typed = key.normalize('NFKC')
  if (isWrittenOtherwise(typed)) return readPlace(code, shiftKey)
  if (typed.length === 1) return typed.toLowerCase()
  return typed === '' || typed === 'Unidentified' || typed === 'Dead' ? null : typed
}

/** A letter or mark of a script that is not Latin, or a sign of its own, as the Arabic question mark. */
function isWrittenOtherwise(typed: string): boolean {
  return /^[\p{L}\p{M}؟]/u.test(typed) && !/^\p{Script=Latin}/u.test(typed)
}

function readPlace(code: string, isShifted: boolean): string | null {
  const [, letter] = LETTER_PLACE.exec(code) ?? []
  if (letter !== undefined) return letter.toLowerCase()
  const sign = SIGN_PLACES[code]
  if (sign === undefined) return null
  return isShifted ? sign.shifted : sign.plain
}

function isSign(name: string): boolean {
  return name.length === 1 && !/\p{L}/u.test(name)
}
