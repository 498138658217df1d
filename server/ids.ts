import { createHash, randomBytes } from 'node:crypto'

/** A UUIDv7: ids made later sort later, to the millisecond. */
export function createId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** 256 random bits in base64url without padding (CONTRACT section 3). */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex: how tokens and fingerprints are stored. */
export function hashSha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
