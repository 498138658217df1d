import { hash, hashRaw, verify } from '@node-rs/argon2'

/** Argon2id with the library's parameters (19 MiB, 2 passes), the least that OWASP names. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** False also where there is no password; then it takes as long as where there is one. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await readDecoy())
  const isRight = await verify(known, password)
  return isRight && stored !== null
}

/**
 * What stands for a password where repeats of a call are compared: the same for the same password under the same key, and
 * as hard to guess from as the hash that is kept. Null and undefined are told apart; without a key nothing is compared.
 */
export async function digestSecret(
  secret: string | null | undefined,
  key: string | null,
): Promise<string | null | undefined> {
  if (secret === null || secret === undefined || key === null) return secret === null ? null : undefined
  const digest = await hashRaw(secret, { salt: new TextEncoder().encode(key) })
  return digest.toString('base64url')
}

let decoy: Promise<string> | null = null
function readDecoy(): Promise<string> {
  decoy ??= hashPassword('a password that opens nothing')
  return decoy
}
