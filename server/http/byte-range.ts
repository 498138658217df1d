/** Bytes from `start` up to, not including, `end`. */
interface AskedRange {
  start: number
  end: number
}

/**
 * What a `Range` header asks for of `size` bytes (RFC 9110, 14.1): `whole` where there is none, or one that may be answered with
 * all of it (several ranges, another unit, nonsense); `none` where nothing of it exists.
 */
export function readByteRange(header: string | undefined, size: number): AskedRange | 'whole' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replace(/\s/g, '') ?? '')
  if (!match) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '') return last === '' ? 'whole' : readSuffix(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'none'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

function readSuffix(length: number, size: number): AskedRange | 'none' {
  return length === 0 ? 'none' : { start: Math.max(0, size - length), end: size }
}

/** Whether an `If-None-Match` names the entity tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag)
}
