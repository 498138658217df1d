import { describe, expect, it } from 'vitest'
import { recogniseLanguage } from '#server/language.ts'

describe('the language of what a guest writes', () => {
  it.each([
    ['What time is breakfast?', 'en'],
    ['Can I get a late checkout', 'en'],
    ['thanks', 'en'],
    ['Hola', 'es'],
    ['¿A qué hora es el desayuno?', 'es'],
    ['el wifi no funciona', 'es'],
    ['necesito toallas', 'es'],
    ['Hallo!', 'de'],
    ['Wann gibts Frühstück?', 'de'],
    ['kann ich später auschecken', 'de'],
    ['Je voudrais une serviette', 'fr'],
    ['pouvez-vous envoyer un taxi', 'fr'],
    ['Vorrei parlare con una persona', 'it'],
    ['Quero falar com uma pessoa', 'pt'],
    ['obrigado', 'pt'],
    ['朝食は何時ですか', 'ja'],
    ['早餐几点', 'zh'],
    ['متى الفطور', 'ar'],
    ['Где бассейн?', 'ru'],
    ['อาหารเช้ากี่โมง', 'th'],
    ['नाश्ता कब है', 'hi'],
  ])('%s', async (text, language) => {
    expect(await recogniseLanguage(text)).toBe(language)
  })

  it.each([
    '',
    '👍',
    '412',
    'ok',
    'wifi password?',
    'Check-out',
    'Taxi',
    'Pool',
    'spa',
    'asdf jkl',
    'no',
    'https://hotel.example/menu',
    '\u0000\u202e',
  ])('is not told by %j', async (text) => {
    expect(await recogniseLanguage(text)).toBeNull()
  })

  it('is told by the beginning of a story', async () => {
    const story = `Guten Tag, wir haben gestern bei Ihnen ein Zimmer gebucht. ${'x'.repeat(8_000)}`
    expect(await recogniseLanguage(story)).toBe('de')
  })
})
