import { hash, verify } from '@node-rs/argon2'

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

let decoy: Promise<string> | null = null
function readDecoy(): Promise<string> {
  decoy ??= hashPassword('a password that opens nothing')
  return decoy
}
