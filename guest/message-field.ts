import { endsWordsBeforeKey, watchEnter } from '#src/domain/keys/enter.ts'
import { hasSoftKeyboard } from './visible-area.ts'

interface FieldParts {
  form: HTMLFormElement
  text: HTMLTextAreaElement
  newLine: HTMLButtonElement
}

/** A device that is touched first of all: as far as a page can know its keyboard is a soft one. */
const TOUCHED = matchMedia('(pointer: coarse)')

/**
 * Where the guest writes. Enter on a keyboard sends, with Shift it begins a line; on a soft keyboard, which has no Shift+Enter,
 * it begins a line, and the button sends. Ctrl and ⌘ are on no soft keyboard: with them it sends everywhere.
 */
export function openMessageField({ form, text, newLine }: FieldParts): void {
  const { isEnter } = watchEnter(window, endsWordsBeforeKey(navigator.vendor))
  text.addEventListener('keydown', (event) => {
    if (!isEnter(event) || event.shiftKey) return
    const isSoft = TOUCHED.matches || hasSoftKeyboard()
    if (isSoft && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    form.requestSubmit()
  })
  // The field keeps the focus, and with it the soft keyboard.
  newLine.addEventListener('mousedown', (event) => event.preventDefault())
  newLine.addEventListener('click', () => {
    text.focus()
    // This way the browser can take it back; where it does not know it, it is put in all the same.
    if (document.execCommand('insertText', false, '\n')) return
    text.setRangeText('\n', text.selectionStart, text.selectionEnd, 'end')
    text.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertLineBreak' }))
  })
  const label = () => (text.enterKeyHint = TOUCHED.matches ? 'enter' : 'send')
  TOUCHED.addEventListener('change', label)
  label()
}
