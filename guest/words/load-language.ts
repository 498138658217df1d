import { ENGLISH, type Words } from './english.ts'

/** The language that the page speaks. */
export interface Language {
  /** Of the words, for `lang`. */
  tag: string
  /** The guest's own locale of that language, for `Intl`: who reads German in Austria has Austria's dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  words: Words
}

/** Without its words for so long, the page speaks English: somebody may need help. */
const PATIENCE_MS = 6_000
const ENGLISH_TAG = 'en'
const RIGHT_TO_LEFT = ['ar']
/** What the words are written in, where the language alone does not say it. */
const SCRIPTS: Readonly<Record<string, string>> = { zh: 'zh-Hans' }

/** Each a file of its own, so that nobody waits for the words of the others. */
const LOADERS: Readonly<Record<string, () => Promise<Words>>> = {
  [ENGLISH_TAG]: () => Promise.resolve(ENGLISH),
  ar: () => import('./arabic.ts').then((module) => module.ARABIC),
  de: () => import('./german.ts').then((module) => module.GERMAN),
  es: () => import('./spanish.ts').then((module) => module.SPANISH),
  fr: () => import('./french.ts').then((module) => module.FRENCH),
  it: () => import('./italian.ts').then((module) => module.ITALIAN),
  ja: () => import('./japanese.ts').then((module) => module.JAPANESE),
  pt: () => import('./portuguese.ts').then((module) => module.PORTUGUESE),
  zh: () => import('./chinese.ts').then((module) => module.CHINESE),
}

/** The languages that the page can speak. */
export const LANGUAGES: readonly string[] = Object.keys(LOADERS)

/**
 * The first of the `preferred` locales whose language the page speaks; English where there is none, or where the words do
 * not arrive.
 */
export async function loadLanguage(
  preferred: readonly string[],
  loaders: typeof LOADERS = LOADERS,
): Promise<Language> {
  for (const locale of preferred) {
    const language = readLanguage(locale)
    const load = language === null ? undefined : loaders[language]
    if (language === null || load === undefined) continue
    const words = await loadInTime(load)
    if (words === null) break
    const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
    return { tag: SCRIPTS[language] ?? language, locale, direction, words }
  }
  return { tag: ENGLISH_TAG, locale: ENGLISH_TAG, direction: 'ltr', words: ENGLISH }
}

/** `de` of `de-AT`; null for what is no locale. */
function readLanguage(locale: string): string | null {
  try {
    return new Intl.Locale(locale).language
  } catch {
    return null
  }
}

/** Asked for twice, as a bad line may lose one; null where neither arrives, or not in time. */
async function loadInTime(load: () => Promise<Words>): Promise<Words | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const impatience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  const loading = load()
    .catch(load)
    .catch(() => null)
  return Promise.race([loading, impatience]).finally(() => clearTimeout(timer))
}
