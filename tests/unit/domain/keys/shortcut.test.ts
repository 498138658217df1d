import { describe, expect, it } from 'vitest'
import { readShortcut } from '#src/domain/keys/shortcut.ts'
import { press } from './presses.ts'

/** What j, k, r, t, e, z and y write where they have their place on an English keyboard. */
const LAYOUTS: Record<string, string> = {
  Russian: 'олкеуян',
  Greek: 'ξκρτεζυ',
  Hebrew: 'חלראקזט',
  Arabic: 'تنقفثئغ',
  Hindi: 'रकीूा',
  Thai: '่าพะำผั',
  Korean: 'ㅓㅏㄱㅅㄷㅋㅛ',
}
const PLACES = ['j', 'k', 'r', 't', 'e', 'z', 'y']
const codeOf = (letter: string) => `Key${letter.toUpperCase()}`

describe('a shortcut', () => {
  it.each(PLACES)('%s is meant by its letter, whatever the letter case and Caps Lock', (letter) => {
    const code = codeOf(letter)
    expect(readShortcut(press({ key: letter, code }))).toBe(letter)
    expect(readShortcut(press({ key: letter.toUpperCase(), code }))).toBe(letter)
    expect(readShortcut(press({ key: String.fromCodePoint(letter.charCodeAt(0) + 0xfee0), code }))).toBe(
      letter,
    )
  })

  it('is where a Latin layout has its letter, not where an English keyboard has it', () => {
    // Dvorak, and a German keyboard.
    expect(readShortcut(press({ key: 'j', code: 'KeyC' }))).toBe('j')
    expect(readShortcut(press({ key: 'h', code: 'KeyJ' }))).toBe('h')
    expect(readShortcut(press({ key: 'z', code: 'KeyY', ctrlKey: true }))).toBe('Ctrl+z')
    // Polish and Turkish letters are letters of their own.
    expect(readShortcut(press({ key: 'ę', code: 'KeyE' }))).toBe('ę')
  })

  it.each(Object.keys(LAYOUTS))('is where its place is on a layout without Latin letters (%s)', (name) => {
    for (const [index, key] of [...(LAYOUTS[name] ?? '')].entries()) {
      const letter = PLACES[index] ?? ''
      const code = codeOf(letter)
      expect(readShortcut(press({ key, code })), key).toBe(letter)
      expect(readShortcut(press({ key: key.toUpperCase(), code })), key).toBe(letter)
      expect(readShortcut(press({ key, code, ctrlKey: true })), key).toBe(`Ctrl+${letter}`)
      expect(readShortcut(press({ key, code, metaKey: true, shiftKey: true })), key).toBe(
        `Meta+Shift+${letter}`,
      )
    }
  })

  it('is a sign as the layout writes it, with or without Shift', () => {
    expect(readShortcut(press({ key: '?', code: 'Slash', shiftKey: true }))).toBe('?')
    expect(readShortcut(press({ key: '/', code: 'Digit7', shiftKey: true }))).toBe('/')
    // The Hebrew layout writes it elsewhere, and the Arabic ones write letters in its place.
    expect(readShortcut(press({ key: '/', code: 'KeyQ' }))).toBe('/')
    expect(readShortcut(press({ key: 'ظ', code: 'Slash' }))).toBe('/')
    expect(readShortcut(press({ key: '؟', code: 'Slash', shiftKey: true }))).toBe('?')
    // A dot in its place is a dot.
    expect(readShortcut(press({ key: '.', code: 'Slash' }))).toBe('.')
  })

  it('is a named key with its modifiers', () => {
    expect(readShortcut(press({ key: 'ArrowDown', code: 'ArrowDown' }))).toBe('ArrowDown')
    expect(readShortcut(press({ key: 'Enter', code: 'Enter', shiftKey: true }))).toBe('Shift+Enter')
    expect(readShortcut(press({ key: 'j', code: 'KeyJ', altKey: true }))).toBe('Alt+j')
    expect(readShortcut(press({ key: 'J', code: 'KeyJ', shiftKey: true }))).toBe('Shift+j')
  })

  it('is nothing that is typed with AltGr or composed', () => {
    expect(readShortcut(press({ key: '€', code: 'KeyE', hasAltGraph: true }))).toBeNull()
    expect(readShortcut(press({ key: 'е', code: 'KeyT', hasAltGraph: true }))).toBeNull()
    expect(readShortcut(press({ key: '/', code: 'KeyQ', ctrlKey: true, altKey: true }))).toBeNull()
    expect(readShortcut(press({ key: 'k', code: 'KeyK', ctrlKey: true, isComposing: true }))).toBeNull()
    expect(readShortcut(press({ key: 'Process', code: 'KeyJ', keyCode: 229 }))).toBeNull()
    for (const key of ['', 'Dead', 'Unidentified'])
      expect(readShortcut(press({ key, code: 'KeyJ' }))).toBeNull()
  })
})
