/** What is read of a key that went down; a browser's KeyboardEvent is one. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  getModifierState(name: string): boolean
}

/** What browsers report for a key that belongs to an input method, Safari also when they say of no composition any more. */
const COMPOSING_KEY_CODE = 229

/** Whether a key, or what an input event brings, belongs to an input method that puts a word together. */
export function isComposing(press: { readonly isComposing: boolean; readonly keyCode?: number }): boolean {
  return press.isComposing || press.keyCode === COMPOSING_KEY_CODE
}
