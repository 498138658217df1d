import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ENGLISH, type Plural, type Words } from '#guest/words/english.ts'
import { splitText } from '#guest/words/fill-in.ts'
import { LANGUAGES, loadLanguage } from '#guest/words/load-language.ts'
import { listTexts } from '#guest/words/write-page.ts'

/** More than the page ever counts: stars, and the seconds of a minute. */
const COUNTS = Array.from({ length: 61 }, (_, count) => count)
const OTHERS = LANGUAGES.filter((language) => language !== 'en')
/** What two languages may well have in common. */
const MOST_ALIKE = 3
const PAGE = readFileSync(new URL('../../../guest/index.html', import.meta.url), 'utf8')

const plurals = ({ survey, kiosk }: Words): Record<string, Plural> => ({
  'survey.stars': survey.stars,
  'kiosk.seconds': kiosk.seconds,
})

function listPlaceholders(text: string): string[] {
  return splitText(text)
    .flatMap((part) => (part.kind === 'placeholder' ? [part.name] : []))
    .sort()
}

describe('the words of the guest’s page', () => {
  it('are there in nine languages', () => {
    expect([...LANGUAGES].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'pt', 'zh'])
  })

  it.each(OTHERS)('have all texts and placeholders of the English ones (%s)', async (language) => {
    const { words } = await loadLanguage([language])
    const texts = listTexts(words)
    for (const [path, english] of listTexts(ENGLISH)) {
      if (Object.keys(plurals(words)).some((name) => path.startsWith(`${name}.`))) continue
      const text = texts.get(path) ?? ''
      expect(text.trim(), path).not.toBe('')
      expect(text, path).toBe(text.trim())
      expect(listPlaceholders(text), path).toEqual(listPlaceholders(english))
    }
  })

  it.each(OTHERS)('are not left in English (%s)', async (language) => {
    const { words } = await loadLanguage([language])
    const texts = listTexts(words)
    const alike = [...listTexts(ENGLISH)].filter(
      ([path, english]) => /\p{L}/u.test(english.replace(/\{\w+\}/g, '')) && texts.get(path) === english,
    )
    expect(alike.length, alike.join('\n')).toBeLessThanOrEqual(MOST_ALIKE)
  })

  it.each(LANGUAGES)('have every form that counting takes (%s)', async (language) => {
    const { words } = await loadLanguage([language])
    const rules = new Intl.PluralRules(language)
    for (const [name, plural] of Object.entries(plurals(words))) {
      for (const count of COUNTS) expect(plural[rules.select(count)], `${name}: ${count}`).toBeDefined()
      expect(listPlaceholders(plural.other), name).toEqual(['count'])
      const forms = new Set(COUNTS.map((count) => rules.select(count)))
      for (const form of Object.keys(plural)) {
        expect([...forms, 'other'], `${name}: ${form}`).toContain(form)
      }
    }
  })
})

describe('the document of the guest’s page', () => {
  it('has nothing to read that is not named, and says in English what English says', () => {
    const texts = listTexts(ENGLISH)
    const named = [...PAGE.matchAll(/<(\w+)\b([^>]*?)data-words="([\w.]+)"([^>]*)>([\s\S]*?)<\/\1>/g)]
    expect(named.length).toBeGreaterThan(15)
    for (const [, , , name = '', , content = ''] of named) {
      const slots = content.replace(/<(\w+)[^>]*data-slot="(\w+)"[\s\S]*?<\/\1>/g, '{$2}')
      expect(slots.replace(/\s+/g, ' ').trim(), name).toBe(texts.get(name))
    }
    // What is left once these are out has no letter in it.
    const rest = named
      .reduce((page, [whole]) => page.replace(whole, ''), PAGE)
      .replace(/<!doctype[^>]*>|<[^>]*>/g, '')
    expect(rest.trim()).toBe('')
  })

  it('has every label and hint from the words', () => {
    const texts = listTexts(ENGLISH)
    const tags = PAGE.match(/<[a-z][^>]*>/g) ?? []
    const labelled = tags.filter((tag) => tag.includes('aria-label=') && !tag.includes('name="stars"'))
    expect(labelled.length).toBeGreaterThan(6)
    for (const tag of labelled) {
      const [, label] = /\baria-label="([^"]*)"/.exec(tag) ?? []
      expect(texts.get(readName(tag, 'data-label')), tag).toBe(label)
    }
    const hinted = tags.filter((tag) => tag.includes('placeholder='))
    expect(hinted).toHaveLength(1)
    for (const tag of hinted) {
      const [, hint] = /\bplaceholder="([^"]*)"/.exec(tag) ?? []
      expect(texts.get(readName(tag, 'data-hint')), tag).toBe(hint)
    }
    expect(tags.filter((tag) => /\b(?:title|alt)="/.test(tag))).toEqual([])
  })
})

function readName(tag: string, attribute: string): string {
  return new RegExp(`${attribute}="([^"]*)"`).exec(tag)?.[1] ?? ''
}
