/** Texts of which nobody sees anything, by their names; each holds one character that trimming leaves. */
export const BLANKS: [name: string, text: string][] = [
  ['Braille’s empty cell', '\u2800'],
  ['zero-width spaces', '\u200b\u200c\u200d'],
  ['soft hyphens', '\u00ad'],
  ['word joiners', '\u2060'],
  ['byte order marks', '\u200b\ufeff'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['accents alone', '\u0301\u0308'],
  ['marks of direction', '\u202e\u2066'],
]
