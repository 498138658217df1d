import { hash, hashRaw, verify } from '@node-rs/argon2'
import { TurnQueue } from './turn-queue.ts'

/**
 * Hashing takes threads of the pool that files and DNS need too, and 19 MiB each: two of its four threads at once. A queue of
 * 50 is through in about a second.
 */
const HASHES_AT_ONCE = 2
const WAITING_MAX = 50
const WAITING_OF_CLIENT_MAX = 10
const WAIT_MAX_MS = 5_000

const queue = new TurnQueue({
  running: HASHES_AT_ONCE,
  waiting: WAITING_MAX,
  waitingOfClient: WAITING_OF_CLIENT_MAX,
  waitMs: WAIT_MAX_MS,
})

/** Who hashes at the start: nobody else is there yet. */
export const OWN_PROCESS = 'this process'

/**
 * Argon2id with the library's parameters (19 MiB, 2 passes), the least that OWASP names. `client` as limits see it, here and
 * below: who asks much waits for themselves.
 *
 * @throws ApiError 503 where too much is asked at once.
 */
export function hashPassword(password: string, client: string): Promise<string> {
  return queue.run(client, () => hash(password))
}

/** False also where there is no password; then it takes as long as where there is one. Throws 503 as hashing does. */
export function verifyPassword(stored: string | null, password: string, client: string): Promise<boolean> {
  const begunAt = performance.now()
  return queue.run(client, async () => {
    const isRight = await verify(stored ?? (await readDecoy()), password)
    lastTookMs = performance.now() - begunAt
    return isRight && stored !== null
  })
}

/** Takes as long as the last verification did, its waiting included, and no processor time. */
export function imitateVerification(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lastTookMs))
}

/**
 * What stands for a password where repeats of a call are compared: the same for the same password under the same key, and
 * as hard to guess from as the hash that is kept. Null and undefined are told apart; without a key nothing is compared.
 */
export async function digestSecret(
  secret: string | null | undefined,
  key: string | null,
  client: string,
): Promise<string | null | undefined> {
  if (secret === null || secret === undefined || key === null) return secret === null ? null : undefined
  const digest = await queue.run(client, () => hashRaw(secret, { salt: new TextEncoder().encode(key) }))
  return digest.toString('base64url')
}

let lastTookMs = 0

let decoy: Promise<string> | null = null
function readDecoy(): Promise<string> {
  decoy ??= hash('a password that opens nothing')
  return decoy
}
