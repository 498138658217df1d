import type { DialogChoice } from '../store/bot/dialog.ts'
import { createTextKey } from '../text.ts'

/** 'Yes please, at once' takes 'Yes'; a sentence that is longer says something else. */
const MAX_WORDS_MORE = 3

/**
 * The choice that a guest takes with their words, by a button or written: its name, or its name and a few words more. Null
 * where they say something else.
 */
export function findChoice(choices: readonly DialogChoice[], words: string): DialogChoice | null {
  const exact = choices.find(({ name }) => createTextKey(name) === createTextKey(words))
  if (exact) return exact
  const said = splitWords(words)
  const begun = choices.filter(({ name }) => {
    const wanted = splitWords(name)
    return (
      wanted.length > 0 &&
      said.length <= wanted.length + MAX_WORDS_MORE &&
      wanted.every((word, index) => said[index] === word)
    )
  })
  // 'Garden Room' before 'Garden'.
  return begun.sort((one, other) => other.name.length - one.name.length)[0] ?? null
}

/** Without the marks around and between them. */
function splitWords(text: string): string[] {
  return createTextKey(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
