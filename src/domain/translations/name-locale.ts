let names: Intl.DisplayNames | null = null

/** What a locale is called in English, `German (Austria)`; the tag itself where it has no name or is none. */
export function nameLocale(locale: string): string {
  // Making one costs more than drawing a row.
  names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  try {
    return names.of(locale) ?? locale
  } catch {
    // A RangeError: no tag at all.
    return locale
  }
}
