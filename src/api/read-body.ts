/**
 * The bytes of an answer. `onPart` is told with each piece that arrives: on a weak line a long answer takes minutes, and as
 * long as it moves it is not given up.
 */
export async function readBytes(response: Response, onPart: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array(await response.arrayBuffer())
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onPart()
    parts.push(part.value)
    size += part.value.byteLength
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** Ends `stalled` when nothing has moved for so long, ms; each `move` begins the wait anew. */
export function watchStall(firstMs: number, thenMs: number) {
  const stall = new AbortController()
  let timer = setTimeout(() => stall.abort(), firstMs)
  return {
    stalled: stall.signal,
    move() {
      clearTimeout(timer)
      timer = setTimeout(() => stall.abort(), thenMs)
    },
    stop: () => clearTimeout(timer),
  }
}
