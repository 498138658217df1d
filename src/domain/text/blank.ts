/**
 * What leaves nothing on a screen: blanks, Braille's empty cell, control characters, marks that need a letter to stand on, and
 * what a reader may ignore (zero-width characters, soft hyphens, fillers, variation selectors).
 */
const UNSEEN = /^[\s\u2800\u{1d159}\ufff9-\ufffb\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]*$/u

/** Whether nobody would see anything of a text: nothing is sent, stored or alerted for it. */
export function isBlank(text: string): boolean {
  return UNSEEN.test(text)
}
