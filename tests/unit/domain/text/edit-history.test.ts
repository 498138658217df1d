import { describe, expect, it } from 'vitest'
import {
  beginHistory,
  closeStep,
  followText,
  markSelection,
  readEditKind,
  recordEdit,
  redoEdit,
  undoEdit,
  type EditHistory,
  type EditKind,
} from '#src/domain/text/edit-history.ts'

/** A text box that is written in at its caret. */
function openBox(initial = '') {
  let history = beginHistory(initial)
  let at = 0
  const put = (text: string, kind: EditKind) => {
    const { present } = history
    const whole = present.text.slice(0, present.start) + text + present.text.slice(present.end)
    const caret = present.start + text.length
    history = recordEdit(history, { text: whole, start: caret, end: caret }, kind, at)
  }
  const move = (step: (before: EditHistory) => EditHistory | null) => {
    history = step(history) ?? history
    return history.present.text
  }
  return {
    type: (text: string) => [...text].forEach((letter) => put(letter, 'type')),
    insert: (text: string) => put(text, 'whole'),
    compose(states: readonly string[]) {
      const { start } = history.present
      for (const state of states) {
        const text = history.present.text.slice(0, start) + state
        history = recordEdit(history, { text, start: text.length, end: text.length }, 'compose', at)
      }
      history = closeStep(history)
    },
    erase(count: number) {
      for (let left = count; left > 0; left -= 1) {
        const { text } = history.present
        const caret = text.length - 1
        history = recordEdit(history, { text: text.slice(0, -1), start: caret, end: caret }, 'delete', at)
      }
    },
    select: (start: number, end: number) => (history = markSelection(history, start, end)),
    wait: (ms: number) => (at += ms),
    follow: (text: string) => (history = followText(history, text)),
    undo: () => move(undoEdit),
    redo: () => move(redoEdit),
    read: () => history.present,
  }
}

describe('taking back what was written', () => {
  it('takes the inserted answer first, then what was typed for it, word by word', () => {
    const box = openBox()
    box.type('One. /good')
    box.select(5, 10)
    box.insert('Good evening, how can I help?')
    expect(box.read().text).toBe('One. Good evening, how can I help?')
    expect(box.undo()).toBe('One. /good')
    // As it was before: with what the answer took the place of selected.
    expect(box.read()).toMatchObject({ start: 5, end: 10 })
    expect(box.undo()).toBe('One. ')
    expect(box.undo()).toBe('')
    expect(box.undo()).toBe('')
    expect([box.redo(), box.redo(), box.redo(), box.redo()]).toEqual([
      'One. ',
      'One. /good',
      'One. Good evening, how can I help?',
      'One. Good evening, how can I help?',
    ])
  })

  it('goes by words and pauses, never by letters', () => {
    const box = openBox()
    box.type('the early ')
    box.type('train')
    box.wait(10_000)
    box.type('s')
    expect([box.undo(), box.undo(), box.undo(), box.undo()]).toEqual([
      'the early train',
      'the early ',
      'the ',
      '',
    ])
  })

  it('a new line, a paste, and what replaces a selection are steps of their own', () => {
    const box = openBox()
    box.type('one')
    box.insert('\n')
    box.type('two')
    box.insert('pasted')
    box.select(0, 3)
    box.type('1')
    expect(box.read().text).toBe('1\ntwopasted')
    expect([box.undo(), box.undo(), box.undo(), box.undo(), box.undo()]).toEqual([
      'one\ntwopasted',
      'one\ntwo',
      'one\n',
      'one',
      '',
    ])
  })

  it('letters taken out are one step, and typing after a moved caret begins another', () => {
    const box = openBox()
    box.type('welcome')
    box.erase(4)
    box.type('l')
    box.select(0, 0)
    box.type('x')
    expect([box.undo(), box.undo(), box.undo(), box.undo()]).toEqual(['well', 'wel', 'welcome', ''])
  })

  it('a word of an input method is one step, whatever it was on its way and however long it took', () => {
    const box = openBox()
    box.compose(['に', 'にほ', 'にほん', '日本'])
    box.wait(5_000)
    box.compose(['ご', '語'])
    expect([box.undo(), box.undo()]).toEqual(['日本', ''])
    expect([box.redo(), box.redo()]).toEqual(['日本', '日本語'])
  })

  it('what is written after taking back ends what could be brought back', () => {
    const box = openBox()
    box.type('one two')
    box.undo()
    box.type('three')
    expect(box.redo()).toBe('one three')
    expect(box.undo()).toBe('one ')
  })

  it('brings back nothing that was sent, here or in another tab', () => {
    const box = openBox()
    box.type('sent')
    box.follow('')
    expect(box.undo()).toBe('')
    box.type('next')
    box.follow('something else')
    expect(box.undo()).toBe('something else')
    expect(box.redo()).toBe('something else')
  })

  it('takes back a message that was taken up into the draft', () => {
    const box = openBox()
    box.type('mine')
    box.follow('mine\ntaken up')
    expect([box.undo(), box.redo()]).toEqual(['mine', 'mine\ntaken up'])
  })

  it('keeps no endless history', () => {
    const box = openBox()
    for (let step = 0; step < 1_000; step += 1) box.insert('x')
    let steps = 0
    for (let text = box.read().text; box.undo() !== text; text = box.read().text) steps += 1
    expect(steps).toBe(200)
  })
})

describe('a change that the browser tells of', () => {
  it.each<[string, boolean, EditKind]>([
    ['insertText', false, 'type'],
    ['insertCompositionText', true, 'compose'],
    ['insertFromComposition', false, 'compose'],
    ['deleteContentBackward', false, 'delete'],
    ['deleteContentBackward', true, 'compose'],
    ['deleteWordBackward', false, 'whole'],
    ['deleteByCut', false, 'whole'],
    ['insertLineBreak', false, 'whole'],
    ['insertFromPaste', false, 'whole'],
    ['insertReplacementText', false, 'whole'],
    ['', false, 'whole'],
  ])('%s (composed: %s) is %s', (inputType, isComposed, kind) => {
    expect(readEditKind(inputType, isComposed)).toBe(kind)
  })
})
