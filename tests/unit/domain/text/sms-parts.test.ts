import { describe, expect, it } from 'vitest'
import { countSmsParts } from '#src/domain/text/sms-parts.ts'

describe('the parts of an SMS (GSM 03.38)', () => {
  it.each([
    ['nothing', '', 0, 'gsm', 160],
    ['a letter', 'a', 1, 'gsm', 159],
    ['one full part', 'a'.repeat(160), 1, 'gsm', 0],
    ['one character more', 'a'.repeat(161), 2, 'gsm', 145],
    ['two full parts', 'a'.repeat(306), 2, 'gsm', 0],
    ['one more than two', 'a'.repeat(307), 3, 'gsm', 152],
    ['a euro, which counts twice', '€', 1, 'gsm', 158],
    ['eighty of them', '€'.repeat(80), 1, 'gsm', 0],
    ['eighty and a letter', `${'€'.repeat(80)}a`, 2, 'gsm', 144],
    ['letters of the alphabet with marks', 'àèéìòùÄÖÑÜäöñüßÇØøÅåÆæÉ', 1, 'gsm', 137],
    ['a line break', 'a\nb', 1, 'gsm', 157],
    ['a character outside of it', 'ç', 1, 'unicode', 69],
    ['one full part of unicode', 'я'.repeat(70), 1, 'unicode', 0],
    ['one more than that', 'я'.repeat(71), 2, 'unicode', 63],
    ['two full parts of unicode', 'я'.repeat(134), 2, 'unicode', 0],
    ['a picture, which is two units', '😀', 1, 'unicode', 68],
    ['a curly apostrophe among letters', `${'a'.repeat(70)}’`, 2, 'unicode', 63],
  ] as const)('%s', (_name, text, parts, encoding, left) => {
    expect(countSmsParts(text)).toEqual({ parts, encoding, left })
  })

  it('cuts nothing that counts twice: it begins the next part', () => {
    // 152 and an extended one do not fit into 153.
    expect(countSmsParts(`${'a'.repeat(152)}€${'a'.repeat(10)}`)).toEqual({
      parts: 2,
      encoding: 'gsm',
      left: 141,
    })
    expect(countSmsParts(`${'я'.repeat(66)}😀${'я'.repeat(3)}`)).toEqual({
      parts: 2,
      encoding: 'unicode',
      left: 62,
    })
  })
})
