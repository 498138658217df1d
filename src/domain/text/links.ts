/** Where a link may lead. Anything else, `javascript:` and `data:` above all, stays text. */
const SAFE_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:']

/** A piece of a text; one with an `address` is a link and shows what was typed. */
export interface TextPart {
  text: string
  address: string | null
}

// Blanks, quotes and angle brackets end an address, and so do marks that turn the direction of writing: they would show
// another address than the one that opens.
const CANDIDATE = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gi
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const
const PUNCTUATION = /[.,;:!?*_~…。、！？]/

/** An address that may be opened, as it was given; null where it may not. */
export function readSafeAddress(value: string): string | null {
  const address = value.trim()
  if (!URL.canParse(address)) return null
  const { protocol, hostname, pathname, username, password } = new URL(address)
  if (!SAFE_PROTOCOLS.includes(protocol)) return null
  // `https://bank.example@other.example` opens the other one.
  if (username !== '' || password !== '') return null
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return (isWeb ? hostname !== '' : pathname !== '') ? address : null
}

/** A text in pieces, its addresses apart from what stands around them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(CANDIDATE)) {
    const words = trimEnd(match[0])
    const address = readSafeAddress(words)
    if (address === null) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index), address: null })
    parts.push({ text: words, address })
    done = match.index + words.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), address: null })
  return parts
}

/** Without the punctuation of the sentence around it; a closing bracket stays where its opening one is inside. */
function trimEnd(candidate: string): string {
  const unopened = countUnopened(candidate)
  let end = candidate.length
  for (; end > 0; end -= 1) {
    const last = candidate[end - 1] ?? ''
    const spare = unopened.get(last) ?? 0
    if (spare > 0) unopened.set(last, spare - 1)
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
