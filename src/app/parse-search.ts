/**
 * Reads a value of an address's query as JSON, as the router does by default, but for numbers: those that are still text
 * here are longer than a number can be, an id for example, and would come out as another. Throws for what stays text.
 */
export function parseSearchValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number') throw new SyntaxError('a number that would not be the same')
  return value
}
