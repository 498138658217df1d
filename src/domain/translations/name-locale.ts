/** What most guests write: the first use of `Intl` takes a page some 50 ms, and the first rows of the list name languages. */
const COMMON: Partial<Record<string, string>> = {
  ar: 'Arabic',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  he: 'Hebrew',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  sv: 'Swedish',
  tr: 'Turkish',
  uk: 'Ukrainian',
  zh: 'Chinese',
}

let names: Intl.DisplayNames | null = null

/** What a locale is called in English, `German (Austria)`; the tag itself where it has no name or is none. */
export function nameLocale(locale: string): string {
  const common = Object.hasOwn(COMMON, locale) ? COMMON[locale] : undefined
  if (common !== undefined) return common
  names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  try {
    return names.of(locale) ?? locale
  } catch {
    // A RangeError: no tag at all.
    return locale
  }
}
