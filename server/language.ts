/**
 * In which language a guest writes. `eld` was measured beside `tinyld` and `franc-min` on sentences as short as guests write
 * them (docs/decisions/047-languages.md); it is loaded with the first message, because its tables take some 80 MB.
 */

/** Languages that guests of hotels write in: the fewer it may be, the surer a short sentence is told. */
const LANGUAGES = [
  ...['ar', 'bg', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu', 'it'],
  ...['ja', 'ko', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
]

/** Words that are said alone, and are of one language then. */
const GREETINGS: Readonly<Record<string, readonly string[]>> = {
  de: ['hallo', 'danke', 'bitte', 'moin', 'servus', 'tschüss'],
  en: ['hello', 'hi', 'hey', 'thanks', 'thx', 'please', 'goodbye', 'bye'],
  es: ['hola', 'gracias', 'adiós', 'buenas'],
  fr: ['bonjour', 'bonsoir', 'salut', 'merci'],
  it: ['buongiorno', 'buonasera', 'grazie', 'arrivederci'],
  pt: ['olá', 'ola', 'obrigado', 'obrigada'],
}
const GREETED = new Map(
  Object.entries(GREETINGS).flatMap(([language, words]) => words.map((word) => [word, language] as const)),
)

/** Words of hotels that are the same in many languages: alone they tell nothing. */
const EVERYWHERE = new Set(
  (
    'wifi wi fi wlan internet password check in out checkin checkout late early spa pool bar gym fitness taxi shuttle parking ' +
    'hotel room service lounge minibar tv ok okay sms email menu dinner lunch brunch cocktail transfer upgrade'
  ).split(' '),
)
/** A guest's story is longer than a question: its beginning is in the same language. */
const MAX_CHARS = 500
/** Of what is left when names of things are gone. */
const LEAST_LETTERS = 5

type Detector = Awaited<ReturnType<typeof loadDetector>>
let detector: Promise<Detector> | null = null

async function loadDetector() {
  const { eld } = await import('eld/extrasmall')
  eld.setLanguageSubset(LANGUAGES)
  eld.enableTextCleanup(true)
  return eld
}

/** The language of a guest's words, `de`; null where they are too few to tell, or of none that is known here. */
export async function recogniseLanguage(text: string): Promise<string | null> {
  const words = text
    .slice(0, MAX_CHARS)
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu)
  if (words === null) return null
  const written = recogniseScript(words.join(''))
  if (written !== null) return written
  const telling = words.filter((word) => !EVERYWHERE.has(word))
  const [first, ...more] = telling
  if (first === undefined) return null
  if (more.length === 0 && GREETED.has(first)) return GREETED.get(first) ?? null
  if (telling.join('').length < LEAST_LETTERS) return null
  detector ??= loadDetector()
  const found = (await detector).detect(words.join(' '))
  return found.isReliable() ? toTag(found.language) : null
}

/** It knows Norwegian by the tag of both its written languages. */
function toTag(language: string): string | null {
  return language === 'no' ? 'nb' : language || null
}

/** What its letters alone say: a few characters of these are a sentence. */
function recogniseScript(letters: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letters)) return 'ja'
  if (/\p{Script=Hangul}/u.test(letters)) return 'ko'
  if (/\p{Script=Thai}/u.test(letters)) return 'th'
  return /^\p{Script=Han}{2,}$/u.test(letters) ? 'zh' : null
}
