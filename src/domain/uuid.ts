/** Source of randomness: fills the array with random bytes. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown

/**
 * Makes UUIDv7 ids that rise strictly within one maker, also within a millisecond and when the clock steps back:
 * 48 bits of time, 12 bits of counter in the `rand_a` field, 62 random bits (RFC 9562, method 1).
 */
export function createUuidMaker(now: () => number, fillRandom: FillRandom): () => string {
  let lastMs = 0
  let counter = 0
  return () => {
    const ms = Math.trunc(now())
    if (ms > lastMs) {
      lastMs = ms
      counter = 0
    } else if (++counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
    const bytes = new Uint8Array(16)
    fillRandom(bytes)
    new DataView(bytes.buffer).setUint32(0, Math.floor(lastMs / 0x10000))
    new DataView(bytes.buffer).setUint16(4, lastMs % 0x10000)
    bytes[6] = 0x70 | (counter >> 8)
    bytes[7] = counter & 0xff
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}
