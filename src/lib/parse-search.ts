/**
 * Reads a value of an address's query as JSON, as the router does by default, but for numbers: those that are still text
 * here are longer than a number can be, an id for example, and would come out as another. Throws for what stays text.
 */
export function parseSearchValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number') throw new SyntaxError('another number')
  return value
}

/** The values of an address's query by their names, as the router reads them: what is no JSON is text. The first of a name counts. */
export function parseSearch(search: string): Record<string, unknown> {
  const pairs = [...new URLSearchParams(search)].reverse()
  return Object.fromEntries(pairs.map(([name, text]) => [name, readValue(text)]))
}

/** Text for a query that is read as that text again: what would be read as something else stands in quotation marks. */
export function writeSearchText(text: string): string {
  const isText = readValue(text) === text
  return encodeURIComponent(isText ? text : JSON.stringify(text))
}

function readValue(text: string): unknown {
  try {
    return parseSearchValue(text)
  } catch {
    return text
  }
}
