import { describe, expect, it } from 'vitest'
import { listEntries, toCatalog } from '#src/domain/translations/catalog.ts'
import { checkString, fillPlaceholders, findPlaceholders } from '#src/domain/translations/check-string.ts'
import { LOCALES } from '#src/domain/translations/locales.ts'
import { nameLocale } from '#src/domain/translations/name-locale.ts'

describe('a catalogue', () => {
  it('is listed by keys and made of them again, whatever they are called', () => {
    const catalog = { a: 'x', b: { c: 'y', d: { e: 'z' } } }
    const entries = listEntries(catalog)
    expect(entries).toEqual([
      ['a', 'x'],
      ['b.c', 'y'],
      ['b.d.e', 'z'],
    ])
    expect(toCatalog(entries)).toEqual(catalog)
    const odd = toCatalog([['__proto__.toString', 'x']])
    expect(JSON.stringify(odd)).toBe('{"__proto__":{"toString":"x"}}')
    expect(Object.getPrototypeOf({})).not.toHaveProperty('x')
  })
})

describe('a text', () => {
  it.each([
    ['Fine.', 'Good.', null],
    ['From { lowest } to {highest}', '{lowest} {highest}', null],
    ['From {lowest}', '{lowest} {highest}', '{highest} is missing'],
    ['Hello {name}', 'Hello', '{name} is not known here: there is none'],
    ['{lowest} {name}', '{lowest}', 'only {lowest}'],
    [' \n', 'x', 'empty'],
    ['x'.repeat(2_000), 'x', null],
    ['x'.repeat(2_001), 'x', 'longer than 2000'],
    ['{} { a b } }{', 'x', null],
  ])('%j in place of %j', (text, shipped, problem) => {
    if (problem === null) expect(checkString(text, shipped)).toBeNull()
    else expect(checkString(text, shipped)).toContain(problem)
  })

  it('is filled where a value is known', () => {
    expect(findPlaceholders('{a} { b } {a}')).toEqual(['a', 'b'])
    expect(fillPlaceholders('{a} { b } {toString}', { a: '1', b: '$&' })).toBe('1 $& {toString}')
  })
})

it('every locale is canonical, there once, and has a name', () => {
  expect(new Set(LOCALES).size).toBe(LOCALES.length)
  for (const locale of LOCALES) {
    expect(Intl.getCanonicalLocales(locale)).toEqual([locale])
    expect(nameLocale(locale)).not.toBe(locale)
  }
  expect(nameLocale('de-AT')).toBe('German (Austria)')
  expect(nameLocale('constructor')).toBe('constructor')
  const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  for (const locale of [
    'ar',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'es',
    'fr',
    'he',
    'it',
    'ja',
    'ko',
    'nl',
    'pl',
    'pt',
    'ru',
    'sv',
    'tr',
    'uk',
    'zh',
  ])
    expect(nameLocale(locale)).toBe(names.of(locale))
})
