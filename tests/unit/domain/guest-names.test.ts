import { describe, expect, it } from 'vitest'
import { isBlankName, isolateName } from '#src/domain/guests/name.ts'

describe('a name that shows nothing', () => {
  it.each([
    [null],
    [undefined],
    [''],
    [' \t\n'],
    ['\u200b\u200c\u200d'],
    ['\ufeff'],
    ['\u2060\u202e'],
    ['\u3164'],
    ['\u2800'],
    ['\ufe0f'],
  ])('%j', (name) => {
    expect(isBlankName(name)).toBe(true)
  })

  it.each([['Ana'], ['\u200bAna'], ['👩‍🚀'], ['שרה'], ['0'], ['-'], ['李']])('%j shows something', (name) => {
    expect(isBlankName(name)).toBe(false)
  })
})

describe('a name within a sentence', () => {
  it.each([['Ana Ruiz'], ['李'], ['👩‍🚀']])('%s stands as it is', (name) => {
    expect(isolateName(name)).toBe(name)
  })

  it.each([['שרה לוי'], ['نور'], ['\u202eevil']])('%j turns nothing around it', (name) => {
    expect(isolateName(name)).toBe(`\u2068${name}\u2069`)
  })
})
