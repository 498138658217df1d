/** Texts by nested names, as they are on the wire: `{ clarify: { question: '…' } }`. */
export interface Catalog {
  [name: string]: string | Catalog
}

/** A text with the names that lead to it, joined by dots: `clarify.question`. */
export type Entry = readonly [key: string, text: string]

/** All texts of a catalogue in its order. */
export function listEntries(catalog: Catalog, above = ''): Entry[] {
  return Object.entries(catalog).flatMap(([name, part]): Entry[] =>
    typeof part === 'string' ? [[above + name, part]] : listEntries(part, `${above}${name}.`),
  )
}

/** The catalogue with other texts by their keys, in the same places. */
export function replaceTexts(catalog: Catalog, texts: ReadonlyMap<string, string>, above = ''): Catalog {
  const replaced: Catalog = {}
  for (const [name, part] of Object.entries(catalog)) {
    const key = above + name
    const next = typeof part === 'string' ? (texts.get(key) ?? part) : replaceTexts(part, texts, `${key}.`)
    setOwn(replaced, name, next)
  }
  return replaced
}

/** The catalogue of texts by their keys; the inverse of `listEntries`. */
export function toCatalog(entries: Iterable<Entry>): Catalog {
  const root: Catalog = {}
  for (const [key, text] of entries) {
    const names = key.split('.')
    const last = names.pop() ?? ''
    let place = root
    for (const name of names) {
      const part = Object.hasOwn(place, name) ? place[name] : undefined
      const inner = typeof part === 'object' ? part : {}
      setOwn(place, name, inner)
      place = inner
    }
    setOwn(place, last, text)
  }
  return root
}

/** Whatever the name is: an environment may call a text `__proto__`, and it is one of its own all the same. */
function setOwn(place: Catalog, name: string, value: string | Catalog): void {
  Object.defineProperty(place, name, { value, enumerable: true, configurable: true, writable: true })
}
