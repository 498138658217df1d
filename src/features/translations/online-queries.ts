import { useMemo } from 'react'
import { planTranslation } from '#src/online/plans/translations.ts'
import { useListSource } from '#src/online/use-list-source.ts'

/** The bot's texts in one language: read, kept for the time without a line, and saved as a whole. */
export function useTranslation(locale: string) {
  return useListSource(useMemo(() => planTranslation(locale), [locale]))
}
