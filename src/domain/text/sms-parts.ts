/** How an SMS is charged: as so many parts of one alphabet. */
export interface SmsParts {
  /** 0 for an empty text. */
  parts: number
  /** `gsm`: the seven-bit alphabet of GSM 03.38; `unicode`: UCS-2, because a character is not in that. */
  encoding: 'gsm' | 'unicode'
  /** What still fits into the last part, in units of the encoding. */
  left: number
}

/** GSM 03.38, the basic table. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension: each stands behind an escape and counts twice. */
const EXTENSION = new Set('\f^{}\\[~]|€')

/** Units of one part alone, and of each of several, which carry a header that joins them. */
const ROOM = { gsm: { alone: 160, joined: 153 }, unicode: { alone: 70, joined: 67 } }

/**
 * In how many parts a text goes out as SMS. A character that counts twice is never cut in two: where one unit is left of a
 * part, it begins the next.
 */
export function countSmsParts(text: string): SmsParts {
  const characters = [...text]
  const encoding = characters.every((each) => BASIC.has(each) || EXTENSION.has(each)) ? 'gsm' : 'unicode'
  const sizes = characters.map((each) => (encoding === 'gsm' ? (EXTENSION.has(each) ? 2 : 1) : each.length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, joined } = ROOM[encoding]
  if (total <= alone) return { parts: total === 0 ? 0 : 1, encoding, left: alone - total }
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > joined) {
      parts += 1
      used = 0
    }
    used += size
  }
  return { parts, encoding, left: joined - used }
}
