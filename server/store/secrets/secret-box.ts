import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** AES-256-GCM: a key of 32 bytes, a random nonce of 12, a tag of 16. */
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** Version and key id stand before what was encrypted, so that both can change while older values are still read. */
const SEALED = /^sealed:v1:([0-9a-f]{16}):([\w-]{38,})$/

/** Encrypts secrets with the first of its keys; the others open what was encrypted before the key was turned. */
export class SecretBox {
  readonly #keys: readonly { id: string; key: Buffer }[]

  /** `keys`: at least one. */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => ({ id: describeKey(key), key }))
  }

  /** `place` as in 'integrations/{id}/password': moved elsewhere, the value does not open. */
  seal(secret: string, place: string): string {
    const [first] = this.#keys
    if (!first) throw new Error('there is no key to encrypt with')
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, first.key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(place))
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `sealed:v1:${first.id}:${sealed.toString('base64url')}`
  }

  /** Null where none of the keys opens it, or it was sealed for another place. */
  open(sealed: string, place: string): string | null {
    const [, id, data = ''] = SEALED.exec(sealed) ?? []
    const known = this.#keys.find((each) => each.id === id)
    if (!known) return null
    const bytes = Buffer.from(data, 'base64url')
    const decipher = createDecipheriv(CIPHER, known.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }

  /** Whether it is encrypted with the key that encrypts now. */
  isCurrent(value: string): boolean {
    return SEALED.exec(value)?.[1] === this.#keys[0]?.id
  }
}

/** Whether a stored value is encrypted at all: those of before are not yet. */
export function isSealed(value: string): boolean {
  return SEALED.test(value)
}

function describeKey(key: Buffer): string {
  return createHash('sha256').update('bellhop secrets key ').update(key).digest('hex').slice(0, 16)
}
