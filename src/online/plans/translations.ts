import { fetchTranslation, saveTranslation } from '#src/api/translations.ts'
import { translationsSchema, type Translation } from '#src/contract/translations.ts'
import type { ListPlan } from '../list-writes.ts'

/** The bot's texts in one language, as a list of one. */
export function planTranslation(
  locale: string,
): ListPlan<Translation, object, Readonly<Record<string, string>>> {
  return {
    name: `translations ${locale}`,
    hint: 'translations',
    schema: translationsSchema,
    list: async (session, signal) => [await fetchTranslation(session, locale, signal)],
    update: saveTranslation,
  }
}
