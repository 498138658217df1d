import type { Plural } from './english.ts'
import type { Language } from './load-language.ts'

const PLACEHOLDER = /\{(\w+)\}/

/** Puts values in the place of `{name}`; a name without a value stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return splitText(text)
    .map((part) => (part.kind === 'text' ? part.text : (values[part.name] ?? `{${part.name}}`)))
    .join('')
}

/** A text around its placeholders, in order. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'placeholder'; name: string }

export function splitText(text: string): TextPart[] {
  // With a group, every second piece is what it caught.
  return text
    .split(PLACEHOLDER)
    .map((piece, index): TextPart =>
      index % 2 === 0 ? { kind: 'text', text: piece } : { kind: 'placeholder', name: piece },
    )
    .filter((part) => part.kind === 'placeholder' || part.text !== '')
}

/** `3 stars`, in the form that the language has for that number. */
export function countIn({ tag, locale }: Language, plural: Plural, count: number): string {
  const form = new Intl.PluralRules(tag).select(count)
  return fillIn(plural[form] ?? plural.other, { count: formatNumber(locale, count) })
}

export function formatNumber(locale: string, count: number): string {
  return new Intl.NumberFormat(locale).format(count)
}
