import type { KeyPress } from '#src/domain/keys/key-press.ts'

/** A key press of which only some things are of interest. */
export function press(fields: Partial<KeyPress> & { hasAltGraph?: boolean } = {}): KeyPress {
  const { hasAltGraph = false, ...given } = fields
  return {
    key: '',
    code: '',
    keyCode: 0,
    isComposing: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    getModifierState: (name) => name === 'AltGraph' && hasAltGraph,
    ...given,
  }
}
