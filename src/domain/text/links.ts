/** Where a link may lead. Anything else, `javascript:` and `data:` above all, stays text. */
const SAFE_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:']

/** A piece of a text; one with an `address` is a link and shows what was typed. */
export interface TextPart {
  text: string
  address: string | null
}

/**
 * A scheme and what follows up to what ends every address: blanks, quotes, angle brackets, the punctuation of full width, and
 * what nobody sees (marks of direction above all), which would show another address than the one that opens. Joiners are
 * letters' own in Persian and Hindi.
 */
const CANDIDATE =
  /(?<![A-Za-z0-9])(?:https?:\/\/|mailto:|tel:)(?:\u200c|\u200d|\ufe0f|[^\s<>"`“”„«»‹›\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\uff5f-\uff64\p{Default_Ignorable_Code_Point}])+/giu
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const
/** Ends a sentence, or an address's own part; `_`, `*` and `~` are the address's. */
const PUNCTUATION = /[.,;:!?…'‘’،؛؟۔।]/
/** Set before and behind words to stress them, as messengers read it. */
const STRESS = /[*_~]+$/
const STRESS_CHARS = 3

/** An address that may be opened, as it was given; null where it may not. */
export function readSafeAddress(value: string): string | null {
  const address = value.trim()
  if (!URL.canParse(address)) return null
  const { protocol, hostname, pathname, username, password } = new URL(address)
  if (!SAFE_PROTOCOLS.includes(protocol)) return null
  // `https://bank.example@other.example` opens the other one.
  if (username !== '' || password !== '') return null
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return (isWeb ? /[\p{L}\p{N}]/u.test(hostname) : pathname !== '') ? address : null
}

/** A text in pieces, its addresses apart from what stands around them. */
export function splitLinks(text: string): TextPart[] {
  return [...readLinks(text)]
}

/** The pieces one by one: who needs the first of them only spares the rest. */
export function* readLinks(text: string): Generator<TextPart, void> {
  let done = 0
  for (const match of text.matchAll(CANDIDATE)) {
    const words = trimEnd(
      match[0],
      STRESS.exec(text.slice(Math.max(done, match.index - STRESS_CHARS), match.index))?.[0] ?? '',
    )
    const address = readSafeAddress(words)
    if (address === null) continue
    if (match.index > done) yield { text: text.slice(done, match.index), address: null }
    yield { text: words, address }
    done = match.index + words.length
  }
  if (done < text.length) yield { text: text.slice(done), address: null }
}

/**
 * Without the punctuation of the sentence around it and the marks that stress it, of which as many go as stand before; a
 * closing bracket stays where its opening one is inside.
 */
function trimEnd(candidate: string, stress: string): string {
  const unopened = countUnopened(candidate)
  const marks = [...stress]
  let end = candidate.length
  for (; end > 0; end -= 1) {
    const last = candidate[end - 1] ?? ''
    const spare = unopened.get(last) ?? 0
    if (spare > 0) unopened.set(last, spare - 1)
    else if (marks[0] === last) marks.shift()
    else if (!PUNCTUATION.test(last)) break
  }
  return candidate.slice(0, end)
}

/** How many more closing brackets of each kind there are than opening ones. */
function countUnopened(candidate: string): Map<string, number> {
  return new Map(
    PAIRS.map(([opening, closing]) => [
      closing,
      candidate.split(closing).length - candidate.split(opening).length,
    ]),
  )
}
