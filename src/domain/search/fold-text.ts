/**
 * The one spelling in which the product compares what is searched for with what is searched: whatever the case, accents or
 * width of letters (NFKD), and the same on every device, whatever language its browser speaks.
 */

/** Most texts of most hotels: folding them is lowering them, at a tenth of the cost. */
const PLAIN = /^[ -_a-~\n]*$/
/** Signs that NFKD would make an accent on a blank, or a grave, of; people type them as an apostrophe. */
const LOOSE_ACCENTS = /[`\u00b4\u0384\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\uff40]/gu
/**
 * Accents, vowel points, tatweel and joiners. Marks that belong to one script alone are kept, as Hindi's vowels and Thai's
 * tones are, but for those that Hebrew and Arabic may leave out; Japanese's two make another letter.
 */
const UNHEARD =
  /(?![\u3099\u309a])[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]|(?=[\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}|\u0640/gu
/** More marks on a letter than any language has. */
const PILE = /\p{M}{31}/u
/** A text in pieces that end in no more of them. */
const PILES = /\P{M}*\p{M}{0,30}/gu
const APOSTROPHES = /[‘’‚‛′‵ʹʻʼʽʾʿˈ՚׳ߴߵꞋꞌ]/gu
const HYPHENS = /[\p{Pd}−⁃˗]/gu
const JOINTS = /['-]/g
const BLANKS = /\s+/gu

/** Letters that no normalization takes apart, as people type them who don't have them; all lower case. */
const LETTERS: Readonly<Record<string, string>> = {
  ...spell('a', 'ɑⱥ'),
  ...spell('ae', 'æ'),
  ...spell('b', 'ƀɓ'),
  ...spell('c', 'ȼƈ'),
  ...spell('d', 'đðɖɗ'),
  ...spell('e', 'ɛəǝɇ'),
  ...spell('f', 'ƒ'),
  ...spell('g', 'ǥɠɣ'),
  ...spell('h', 'ħⱨ'),
  ...spell('i', 'ıɨɩ'),
  ...spell('j', 'ȷɉ'),
  ...spell('k', 'ƙĸ'),
  ...spell('l', 'łƚɫⱡ'),
  ...spell('n', 'ŋɲƞ'),
  ...spell('o', 'øɔɵ'),
  ...spell('oe', 'œ'),
  ...spell('p', 'ƥᵽ'),
  ...spell('r', 'ɍɽ'),
  ...spell('s', 'ȿ'),
  ...spell('ss', 'ß'),
  ...spell('t', 'ŧƭʈⱦ'),
  ...spell('th', 'þ'),
  ...spell('u', 'ʉ'),
  ...spell('v', 'ʋ'),
  ...spell('y', 'ɏƴ'),
  ...spell('z', 'ƶȥ'),
  ...spell('σ', 'ς'),
  ...spell('ا', 'ٱ'),
  ...spell('ك', 'ک'),
  ...spell('ي', 'ىی'),
}
const FOLDED_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/** A text in one spelling; every apostrophe in it is ' and every hyphen and dash -. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return decompose(text.replace(LOOSE_ACCENTS, "'"))
    .replace(UNHEARD, '')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .toLowerCase()
    .replace(FOLDED_LETTERS, (letter) => LETTERS[letter] ?? letter)
}

/** NFKD puts the marks of a letter in order, which takes a browser the square of how many there are. */
function decompose(text: string): string {
  if (!PILE.test(text)) return text.normalize('NFKD')
  return text.replace(PILES, (piece) => piece.normalize('NFKD'))
}

/**
 * A text as it is searched, and what is searched for: folded and without apostrophes and hyphens, which people leave out and
 * add; every stretch of blanks is one. A piece of the one occurs in the other, or it does not.
 */
export function foldSearched(text: string): string {
  return foldText(text).replace(JOINTS, '').replace(BLANKS, ' ')
}

/** What was typed into a field that searches. Empty where it has nothing to look for: then everything is found. */
export function foldSearch(typed: string): string {
  return foldSearched(typed).trim()
}

function spell(typed: string, letters: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter) => [letter, typed]))
}
