/** Above this what has come of an answer is no beginning any more, characters. */
const BEGINNING_CHARS = 1_000_000

/**
 * The bytes of an answer. `onPart` is told each piece that arrives, and what it returns is waited for: on a weak line a long
 * answer takes minutes, and as long as it moves it is not given up.
 */
export async function readBytes(
  response: Response,
  onPart: (part: Uint8Array) => unknown,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array(await response.arrayBuffer())
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    size += part.value.byteLength
    await onPart(part.value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** Takes the parts of an answer and tells its text from the beginning, until `listener` has what it wants. */
export function watchBeginning(
  listener: (text: string) => Promise<void> | undefined,
): (part: Uint8Array) => Promise<void> | undefined {
  const decoder = new TextDecoder()
  let text: string | null = ''
  return (part) => {
    if (text === null) return undefined
    text += decoder.decode(part, { stream: true })
    const taken = listener(text)
    if (taken || text.length > BEGINNING_CHARS) text = null
    return taken
  }
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
