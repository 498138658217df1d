import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSafeAddress, splitLinks } from '#src/domain/text/links.ts'

const linksOf = (text: string) => splitLinks(text).flatMap(({ address }) => address ?? [])

describe('links in a text', () => {
  it.each<[string, string[]]>([
    ['see https://hotel.example/menu.', ['https://hotel.example/menu']],
    ['(https://hotel.example/a_(b))', ['https://hotel.example/a_(b)']],
    ['HTTP://Hotel.example/A?x=1&y=2#z!', ['HTTP://Hotel.example/A?x=1&y=2#z']],
    ['two: http://a.example, http://b.example;', ['http://a.example', 'http://b.example']],
    ['write to mailto:desk@hotel.example!', ['mailto:desk@hotel.example']],
    ['call tel:+17025550100', ['tel:+17025550100']],
    ['https://müller.example/straße', ['https://müller.example/straße']],
    ['https://xn--mller-kva.example', ['https://xn--mller-kva.example']],
    ['"https://quoted.example"', ['https://quoted.example']],
    ['<https://angled.example>', ['https://angled.example']],
    // The marks are the address's own.
    ['https://hotel.example/a_', ['https://hotel.example/a_']],
    ['https://hotel.example/b*, please', ['https://hotel.example/b*']],
    ['https://hotel.example/~', ['https://hotel.example/~']],
    ['https://en.example/wiki/A_(b)', ['https://en.example/wiki/A_(b)']],
    ['(see https://en.example/wiki/A_(b))', ['https://en.example/wiki/A_(b)']],
    ["https://en.example/wiki/O'Reilly's", ["https://en.example/wiki/O'Reilly's"]],
    ["'https://hotel.example/a'", ['https://hotel.example/a']],
    ['‘https://hotel.example/a’', ['https://hotel.example/a']],
    // They are the sentence's.
    ['*https://hotel.example/b*', ['https://hotel.example/b']],
    ['**https://hotel.example/b**', ['https://hotel.example/b']],
    ['_https://hotel.example/b_', ['https://hotel.example/b']],
    ['*https://hotel.example/b**', ['https://hotel.example/b*']],
    ['菜单（https://hotel.example/a）在这里', ['https://hotel.example/a']],
    ['请看https://hotel.example/a。谢谢', ['https://hotel.example/a']],
    ['「https://hotel.example/a」', ['https://hotel.example/a']],
    [
      'https://hotel.example/a、https://hotel.example/b！',
      ['https://hotel.example/a', 'https://hotel.example/b'],
    ],
    ['“https://hotel.example/a”', ['https://hotel.example/a']],
    ['«https://hotel.example/a»', ['https://hotel.example/a']],
    ['https://hotel.example/a؟', ['https://hotel.example/a']],
    ['https://fa.example/می\u200cخواهم', ['https://fa.example/می\u200cخواهم']],
  ])('%j', (text, expected) => {
    expect(linksOf(text)).toEqual(expected)
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://hotel.example',
    'file:///etc/passwd',
    'https://',
    'https://*',
    'vbscript:msgbox(1)',
    'https://bank.example@other.example/',
    'https://user:secret@other.example/',
    'mailto:',
    'xhttps://hotel.example',
    'www.hotel.example',
    '',
  ])('%j is none', (text) => {
    expect(linksOf(text)).toEqual([])
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('ends where the direction of writing is turned', () => {
    expect(linksOf('https://hotel.example/\u202egpj.exe')).toEqual(['https://hotel.example/'])
  })

  it.each(['\u200b', '\u00ad', '\u2060', '\ufeff'])('ends at %j, which nobody sees', (unseen) => {
    expect(linksOf(`https://hotel.example/a${unseen}b`)).toEqual(['https://hotel.example/a'])
  })

  it('a link shows what opens, whatever is written', () => {
    const piece = fc.constantFrom(
      'https://',
      'a.example',
      '/',
      '_',
      '*',
      '(',
      ')',
      '。',
      '\u202e',
      '@',
      "'",
      ' ',
      'é',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const parts = splitLinks(pieces.join(''))
        expect(parts.map(({ text }) => text).join('')).toBe(pieces.join(''))
        for (const { text, address } of parts) if (address !== null) expect(address).toBe(text)
      }),
    )
  })

  it('a text of 8,000 brackets is split at once', () => {
    expect(linksOf(`https://a.example/${')'.repeat(8_000)}`)).toEqual(['https://a.example/'])
  })
})

describe('where a card’s button may lead', () => {
  it.each(['https://hotel.example', ' http://hotel.example ', 'mailto:a@b.example', 'tel:112'])(
    '%j',
    (value) => {
      expect(readSafeAddress(value)).toBe(value.trim())
    },
  )

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    '/relative',
    'yes please',
    'https:',
    '',
  ])('not %j', (value) => {
    expect(readSafeAddress(value)).toBeNull()
  })
})
