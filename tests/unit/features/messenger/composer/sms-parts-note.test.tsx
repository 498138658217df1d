import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SmsPartsNote } from '#src/features/messenger/composer/sms-parts-note.tsx'

const draw = (text: string) => renderToStaticMarkup(<SmsPartsNote text={text} />)
const readWords = (text: string) => draw(text).replace(/<[^>]*>/g, '')

describe('the parts of an SMS, beside the draft', () => {
  it.each([
    ['nothing', '', ''],
    ['less than a part', 'hello', ''],
    ['one part full', 'a'.repeat(160), ''],
    ['one part full among blanks, which do not go out', ` ${'a'.repeat(160)}\n`, ''],
    ['the second part', 'a'.repeat(161), '2 parts'],
    ['the third', 'a'.repeat(307), '3 parts'],
    ['unicode within one part', 'я'.repeat(70), ''],
    ['an odd character', `${'a'.repeat(70)}’`, '2 parts · unicode: shorter parts'],
  ])('%s', (_name, text, words) => {
    expect(readWords(text)).toBe(words)
  })

  it('the region that is read out is there from the start and has the number alone', () => {
    const region = (text: string) => /<span role="status">([^<]*)<\/span>/.exec(draw(text))?.[1]
    expect(region('')).toBe('')
    expect(region(`${'€'.repeat(80)}aaaa`)).toBe('2 parts')
    // Another alphabet with the same number says nothing new.
    expect(region(`${'€'.repeat(80)}aaa’`)).toBe('2 parts')
  })
})
