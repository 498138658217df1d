/** What no eye sees: blanks, and characters that leave nothing on a screen (zero-width, fillers, marks of direction). */
const UNSEEN = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u

/** Whether a name shows nothing at all: then something else has to be called by. */
export function isBlankName(name: string | null | undefined): boolean {
  return name === null || name === undefined || UNSEEN.test(name)
}
