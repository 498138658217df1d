/**
 * Whether a text can be stored as it is: PostgreSQL takes no NUL, and `jsonb` no half of a surrogate pair. The other
 * control characters are text to it.
 */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}
