import type { Words } from './english.ts'
import { countIn, splitText } from './fill-in.ts'
import type { Language } from './load-language.ts'

/**
 * Writes the document's own words: `data-words` names an element's text, `data-label` its accessible name, `data-hint` what
 * stands in an empty field. An element within a text has its place by `data-slot`.
 */
export function writePage(language: Language): void {
  const { tag, direction, words } = language
  const texts = listTexts(words)
  const read = (name: string | undefined) => {
    const text = texts.get(name ?? '')
    if (text === undefined) throw new Error(`The page has no words for ${name}.`)
    return text
  }
  const root = document.documentElement
  root.lang = tag
  root.dir = direction
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]')) {
    writeText(element, read(element.dataset['words']))
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', read(element.dataset['label']))
  }
  for (const element of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-hint]')) {
    element.placeholder = read(element.dataset['hint'])
  }
  for (const star of document.querySelectorAll<HTMLInputElement>('input[name="stars"]')) {
    star.setAttribute('aria-label', countIn(language, words.survey.stars, Number(star.value)))
  }
  // From here on the style sheet shows it.
  root.dataset['written'] = ''
}

/** Every text by its path, `head.greeting`. */
export function listTexts(words: Words): Map<string, string> {
  return new Map(listBelow(words, ''))
}

interface Texts {
  [name: string]: string | Texts
}

function listBelow(texts: Texts, path: string): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[`${path}${name}`, text]] : listBelow(text, `${path}${name}.`),
  )
}

function writeText(element: HTMLElement, text: string): void {
  const slots = new Map(
    [...element.querySelectorAll<HTMLElement>('[data-slot]')].map((slot) => [slot.dataset['slot'], slot]),
  )
  element.replaceChildren(
    ...splitText(text).map((part) => (part.kind === 'text' ? part.text : (slots.get(part.name) ?? ''))),
  )
}
