import fc from 'fast-check'

/** Deep enough that whoever walks through it by calling itself runs out of stack. */
const DEEP = 20_000
const LONG = 20_000

const TEXTS = [
  '',
  ' ',
  'a',
  '7',
  'text',
  'card',
  'mine',
  '2026-11-25T10:00:00.000Z',
  '2026-11-25',
  '+275760-09-13T00:00:00.000Z',
  '+275760-09-14T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  'Thu, 01 Jan 1970 00:00:00 GMT+0200',
  '08:00',
  '24:00',
  'en-US',
  'x'.repeat(200),
  '\ud800',
  '\u0000',
  '\u202e',
  '<br/>',
  '__proto__',
  'constructor',
]
/** Many of what an expression may try again and again. */
const LONG_TEXTS = ['<br ', ' ', '\r', '1', '-a', '@.'].map((part) => part.repeat(LONG))
const SCALARS: readonly unknown[] = [
  ...[0, -0, 1, -1, 0.1, 3, 200, 1e21, 1e308, Number.MAX_SAFE_INTEGER + 2, Number.MIN_VALUE],
  ...[null, null, true, false],
]
const ODD_NAMES = ['__proto__', 'constructor', 'toString', 'length', '']
const LISTS = JSON.parse('['.repeat(DEEP) + ']'.repeat(DEEP)) as unknown
const OBJECTS = JSON.parse('{"id":'.repeat(DEEP) + '1' + '}'.repeat(DEEP)) as unknown
const RECIPE_MAX_BYTES = 160
const NESTED_MAX = 6

/**
 * A value of JSON in which objects have fields of these names, most of them of a wrong kind, a few of them deep or long. It is
 * read off a few bytes, so that a hundred thousand are made in seconds and a failing one gets smaller.
 */
export function describeJson(names: readonly string[]): fc.Arbitrary<unknown> {
  return fc.uint8Array({ maxLength: RECIPE_MAX_BYTES }).map((recipe) => new Cook(recipe, names).make(0))
}

/** Turns bytes into a value: each says what comes next. */
class Cook {
  readonly #recipe: Uint8Array
  readonly #names: readonly string[]
  #at = 0

  constructor(recipe: Uint8Array, names: readonly string[]) {
    this.#recipe = recipe
    this.#names = names
  }

  make(level: number): unknown {
    const kind = this.#next()
    if (kind >= 254) return kind === 255 ? LISTS : OBJECTS
    if (level < NESTED_MAX && (kind % 3 === 0 || (level === 0 && kind % 8 > 0)))
      return this.#makeObject(level + 1)
    if (level < NESTED_MAX && kind % 7 === 0) return this.#makeList(level + 1)
    if (kind >= 250) return pick(LONG_TEXTS, this.#next())
    return kind % 2 === 0 ? pick(TEXTS, this.#next()) : pick(SCALARS, this.#next())
  }

  #makeObject(level: number): unknown {
    const row: unknown = {}
    for (let left = 1 + (this.#next() % 10); left > 0; left -= 1) {
      const choice = this.#next()
      const name =
        choice === 255 ? pick(ODD_NAMES, this.#next()) : pick(this.#names, choice * 7 + this.#next())
      // As `JSON.parse` makes it: whatever the name, it is a field of the object's own.
      const field = { value: this.make(level), enumerable: true, configurable: true, writable: true }
      Object.defineProperty(row, name ?? '', field)
    }
    return row
  }

  #makeList(level: number): unknown {
    return Array.from({ length: this.#next() % 5 }, () => this.make(level))
  }

  #next(): number {
    const byte = this.#recipe[this.#at] ?? 0
    this.#at += 1
    return byte
  }
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length]
}
